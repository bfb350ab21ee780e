/* Times isl's operations on a file of cases, for comparison with this project's library.
 *
 *     bench_isl FILE [--op NAME] [--once] [--each]     time; one line of JSON per operation
 *     bench_isl FILE --filter                          copy the cases that isl can do
 *
 * A case is one line: the operation and its arguments, separated by tabs. bench/README.md
 * lists the operations. Cases of one operation are timed together.
 *
 * What is timed. isl changes objects behind a const face: testing for emptiness marks a
 * basic set as empty, drops redundant constraints and sorts them, and an operation on an
 * object that nobody else holds reuses its memory. A second run on the same object would
 * measure something else than the first. So every run of a case owns freshly parsed
 * arguments: a batch of them is parsed before the clock starts, and each is used once.
 * Releasing arguments and result counts, since isl's functions consume their arguments and
 * it could not be told apart; the Rust side does the same.
 *
 * A batch has up to 16 runs of every case, as many as make it last about 20 ms. The best of
 * three to seven batches counts.
 */

#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/set.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_ARGS = 3, MAX_COPIES = 16 };
static const double BATCH_NS = 20e6;
/* For all batches of an operation, parsing included. */
static const double ROUNDS_NS = 350e6;
static const int MAX_ROUNDS = 7;
/* Cases beyond this are left out of the benchmark: they measure one search, not the operation. */
static const unsigned long FILTER_OPERATIONS = 400000;

typedef struct {
	char *line;
	char *op;
	char *args[MAX_ARGS];
} Case;

/* The parsed arguments of one run of one case. Sets are maps to isl, but not to its types. */
typedef struct {
	isl_set *set[2];
	isl_map *map[2];
	int first, n;
} Arguments;

/* What a run found out: a truth value, or the number of disjuncts of the result. */
typedef struct {
	int failed;
	long size;
} Outcome;

typedef Outcome (*Run)(Arguments *);

static Outcome truth(isl_bool value)
{
	Outcome outcome = { value == isl_bool_error, value == isl_bool_true };
	return outcome;
}

static Outcome set_result(isl_set *set)
{
	Outcome outcome = { set == NULL, set ? isl_set_n_basic_set(set) : 0 };
	isl_set_free(set);
	return outcome;
}

static Outcome map_result(isl_map *map)
{
	Outcome outcome = { map == NULL, map ? isl_map_n_basic_map(map) : 0 };
	isl_map_free(map);
	return outcome;
}

static Outcome set_is_empty(Arguments *a)
{
	Outcome outcome = truth(isl_set_is_empty(a->set[0]));
	isl_set_free(a->set[0]);
	return outcome;
}

static Outcome map_is_empty(Arguments *a)
{
	Outcome outcome = truth(isl_map_is_empty(a->map[0]));
	isl_map_free(a->map[0]);
	return outcome;
}

static Outcome set_is_equal(Arguments *a)
{
	Outcome outcome = truth(isl_set_is_equal(a->set[0], a->set[1]));
	isl_set_free(a->set[0]);
	isl_set_free(a->set[1]);
	return outcome;
}

static Outcome map_is_equal(Arguments *a)
{
	Outcome outcome = truth(isl_map_is_equal(a->map[0], a->map[1]));
	isl_map_free(a->map[0]);
	isl_map_free(a->map[1]);
	return outcome;
}

static Outcome set_subtract(Arguments *a) { return set_result(isl_set_subtract(a->set[0], a->set[1])); }
static Outcome map_subtract(Arguments *a) { return map_result(isl_map_subtract(a->map[0], a->map[1])); }
static Outcome set_union(Arguments *a) { return set_result(isl_set_union(a->set[0], a->set[1])); }
static Outcome set_intersect(Arguments *a) { return set_result(isl_set_intersect(a->set[0], a->set[1])); }
static Outcome map_intersect(Arguments *a) { return map_result(isl_map_intersect(a->map[0], a->map[1])); }
static Outcome set_gist(Arguments *a) { return set_result(isl_set_gist(a->set[0], a->set[1])); }
static Outcome map_gist(Arguments *a) { return map_result(isl_map_gist(a->map[0], a->map[1])); }
static Outcome set_complement(Arguments *a) { return set_result(isl_set_complement(a->set[0])); }
static Outcome map_complement(Arguments *a) { return map_result(isl_map_complement(a->map[0])); }
static Outcome set_coalesce(Arguments *a) { return set_result(isl_set_coalesce(a->set[0])); }
static Outcome map_coalesce(Arguments *a) { return map_result(isl_map_coalesce(a->map[0])); }
static Outcome set_lexmin(Arguments *a) { return set_result(isl_set_lexmin(a->set[0])); }
static Outcome map_lexmin(Arguments *a) { return map_result(isl_map_lexmin(a->map[0])); }
static Outcome set_apply(Arguments *a) { return set_result(isl_set_apply(a->set[0], a->map[1])); }
static Outcome map_apply_range(Arguments *a) { return map_result(isl_map_apply_range(a->map[0], a->map[1])); }

/* Projection leaves existentials; giving them explicit forms is where the work is. */
static Outcome set_project_out(Arguments *a)
{
	isl_set *set = isl_set_project_out(a->set[0], isl_dim_set, a->first, a->n);
	return set_result(isl_set_compute_divs(set));
}

static Outcome map_project_out(Arguments *a)
{
	isl_map *map = isl_map_project_out(a->map[0], isl_dim_in, a->first, a->n);
	return map_result(isl_map_compute_divs(map));
}

/* `kinds` has one letter per argument: set, map, number. */
static const struct {
	const char *name, *kinds;
	Run run;
} OPERATIONS[] = {
	{ "set.is_empty", "s", set_is_empty },
	{ "map.is_empty", "m", map_is_empty },
	{ "set.is_equal", "ss", set_is_equal },
	{ "map.is_equal", "mm", map_is_equal },
	{ "set.subtract", "ss", set_subtract },
	{ "map.subtract", "mm", map_subtract },
	{ "set.complement", "s", set_complement },
	{ "map.complement", "m", map_complement },
	{ "set.union", "ss", set_union },
	{ "set.intersect", "ss", set_intersect },
	{ "map.intersect", "mm", map_intersect },
	{ "set.project_out", "snn", set_project_out },
	{ "map.project_out", "mnn", map_project_out },
	{ "set.coalesce", "s", set_coalesce },
	{ "map.coalesce", "m", map_coalesce },
	{ "set.gist", "ss", set_gist },
	{ "map.gist", "mm", map_gist },
	{ "set.lexmin", "s", set_lexmin },
	{ "map.lexmin", "m", map_lexmin },
	{ "set.apply", "sm", set_apply },
	{ "map.apply_range", "mm", map_apply_range },
};

static int find_operation(const char *name)
{
	int count = sizeof(OPERATIONS) / sizeof(*OPERATIONS);
	for (int op = 0; op < count; ++op)
		if (!strcmp(OPERATIONS[op].name, name))
			return op;
	fprintf(stderr, "unknown operation %s\n", name);
	exit(2);
}

static void parse(isl_ctx *ctx, const Case *c, Arguments *into)
{
	const char *kinds = OPERATIONS[find_operation(c->op)].kinds;
	int numbers = 0;
	memset(into, 0, sizeof *into);
	for (int i = 0; kinds[i]; ++i) {
		if (!c->args[i]) {
			fprintf(stderr, "too few arguments: %s\n", c->line);
			exit(2);
		}
		if (kinds[i] == 's')
			into->set[i] = isl_set_read_from_str(ctx, c->args[i]);
		else if (kinds[i] == 'm')
			into->map[i] = isl_map_read_from_str(ctx, c->args[i]);
		else
			*(numbers++ ? &into->n : &into->first) = atoi(c->args[i]);
		if (kinds[i] != 'n' && !into->set[i] && !into->map[i]) {
			fprintf(stderr, "cannot read %s\n", c->args[i]);
			exit(2);
		}
	}
}

/* Processor time, not time of day: other programs on the machine do not count. */
static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Peak resident memory of this program in KiB. Not getrusage: its maximum outlives exec, so it
 * would report the program that started this one when that was larger. */
static long peak_memory(void)
{
	FILE *status = fopen("/proc/self/status", "r");
	char line[256];
	long kb = 0;
	while (status && fgets(line, sizeof line, status))
		if (sscanf(line, "VmHWM: %ld", &kb) == 1)
			break;
	if (status)
		fclose(status);
	return kb;
}

static Case *read_cases(const char *path, int *count)
{
	FILE *file = fopen(path, "r");
	Case *cases = NULL;
	int room = 0;
	char *line = NULL;
	size_t size = 0;
	if (!file) {
		perror(path);
		exit(2);
	}
	*count = 0;
	while (getline(&line, &size, file) > 0) {
		line[strcspn(line, "\n")] = 0;
		if (!*line || *line == '#')
			continue;
		if (*count == room)
			cases = realloc(cases, (room = room ? 2 * room : 1024) * sizeof *cases);
		Case *c = &cases[(*count)++];
		memset(c, 0, sizeof *c);
		c->line = strdup(line);
		char *rest = strdup(line);
		c->op = strsep(&rest, "\t");
		for (int i = 0; i < MAX_ARGS && rest; ++i)
			c->args[i] = strsep(&rest, "\t");
	}
	free(line);
	fclose(file);
	return cases;
}

/* Runs each case `copies` times, each time on fresh arguments: nanoseconds for all cases once. */
static double batch(isl_ctx *ctx, Case **cases, int count, int copies, Run run, Arguments *arguments)
{
	for (int copy = 0; copy < copies; ++copy)
		for (int i = 0; i < count; ++i)
			parse(ctx, cases[i], &arguments[copy * count + i]);
	double start = now();
	for (int i = 0; i < copies * count; ++i)
		run(&arguments[i]);
	return (now() - start) / copies;
}

/* The best of several rounds of a case alone, for finding the cases that matter. */
static void time_each(isl_ctx *ctx, Case **cases, int count, Run run)
{
	for (int i = 0; i < count; ++i) {
		double best = 0;
		for (int round = 0; round < MAX_ROUNDS; ++round) {
			Arguments arguments;
			double ns = batch(ctx, &cases[i], 1, 1, run, &arguments);
			if (!round || ns < best)
				best = ns;
		}
		printf("{\"ns\":%.0f,\"case\":%d,\"op\":\"%s\"}\n", best, i, cases[i]->op);
	}
}

static void time_operation(isl_ctx *ctx, const char *name, Case **cases, int count, int once, int each)
{
	Run run = OPERATIONS[find_operation(name)].run;
	long size = 0;
	if (each) {
		time_each(ctx, cases, count, run);
		return;
	}
	/* Warms up, and says what came out so that the two sides can be compared. */
	for (int i = 0; i < count; ++i) {
		Arguments arguments;
		parse(ctx, cases[i], &arguments);
		Outcome outcome = run(&arguments);
		if (outcome.failed) {
			fprintf(stderr, "isl cannot do %s\n", cases[i]->line);
			exit(2);
		}
		size += outcome.size;
	}
	double best = 0;
	if (!once) {
		Arguments *arguments = malloc((size_t)MAX_COPIES * count * sizeof *arguments);
		best = batch(ctx, cases, count, 1, run, arguments);
		int copies = best * MAX_COPIES < BATCH_NS ? MAX_COPIES : (int)(BATCH_NS / best) + 1;
		double start = now();
		for (int round = 0; round < MAX_ROUNDS && (round < 3 || now() - start < ROUNDS_NS); ++round) {
			double ns = batch(ctx, cases, count, copies, run, arguments);
			if (ns < best)
				best = ns;
		}
		free(arguments);
	}
	printf("{\"op\":\"%s\",\"cases\":%d,\"ns\":%.0f,\"size\":%ld,\"rss_kb\":%ld}\n", name, count, best, size,
	       peak_memory());
	fflush(stdout);
}

static void filter(isl_ctx *ctx, const Case *cases, int count)
{
	for (int i = 0; i < count; ++i) {
		Arguments arguments;
		parse(ctx, &cases[i], &arguments);
		isl_ctx_reset_operations(ctx);
		isl_ctx_set_max_operations(ctx, FILTER_OPERATIONS);
		Outcome outcome = OPERATIONS[find_operation(cases[i].op)].run(&arguments);
		isl_ctx_set_max_operations(ctx, 0);
		isl_ctx_reset_error(ctx);
		if (!outcome.failed)
			puts(cases[i].line);
	}
}

int main(int argc, char **argv)
{
	const char *path = NULL, *only = NULL;
	int once = 0, each = 0, filtering = 0, count;
	for (int i = 1; i < argc; ++i) {
		if (!strcmp(argv[i], "--op") && i + 1 < argc)
			only = argv[++i];
		else if (!strcmp(argv[i], "--once"))
			once = 1;
		else if (!strcmp(argv[i], "--each"))
			each = 1;
		else if (!strcmp(argv[i], "--filter"))
			filtering = 1;
		else
			path = argv[i];
	}
	if (!path) {
		fprintf(stderr, "usage: bench_isl FILE [--op NAME] [--once] [--each] [--filter]\n");
		return 2;
	}
	isl_ctx *ctx = isl_ctx_alloc();
	isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
	Case *cases = read_cases(path, &count);
	if (filtering) {
		filter(ctx, cases, count);
		return 0;
	}
	int operations = sizeof(OPERATIONS) / sizeof(*OPERATIONS);
	Case **chosen = malloc(count * sizeof *chosen);
	for (int op = 0; op < operations; ++op) {
		int n = 0;
		if (only && strcmp(only, OPERATIONS[op].name))
			continue;
		for (int i = 0; i < count; ++i)
			if (!strcmp(cases[i].op, OPERATIONS[op].name))
				chosen[n++] = &cases[i];
		if (n)
			time_operation(ctx, OPERATIONS[op].name, chosen, n, once, each);
	}
	return 0;
}
