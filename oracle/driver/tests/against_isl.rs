//! A short run of the differential test, where Python and `islpy` are there.

use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn a_thousand_random_cases_agree_with_isl() {
    let has_isl = Command::new("python3")
        .args(["-c", "import islpy"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !has_isl {
        eprintln!("skipped: needs python3 with islpy (`pip install islpy`)");
        return;
    }
    let oracle = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let failures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("oracle-failures");
    let output = Command::new("python3")
        .arg(oracle.join("run.py"))
        .args(["--cases", "1000", "--seed", "1"])
        .args(["--driver", env!("CARGO_BIN_EXE_presburger-driver")])
        .arg("--failures")
        .arg(failures)
        .output()
        .expect("python3 ran a moment ago");
    let report = [output.stdout, output.stderr].concat();
    let report = String::from_utf8_lossy(&report);
    assert!(output.status.success(), "{report}");
    assert!(report.contains("1000 cases"), "{report}");
}
