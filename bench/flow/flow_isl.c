/* Times isl's dataflow analysis on files of flow problems.
 *
 *     flow_isl FILE.ai...         time; one line of JSON for each file
 *     flow_isl --print FILE.ai    the answer, in isl's text form
 *
 * Every run owns a freshly parsed problem, parsed before the clock starts: isl changes objects
 * behind a const face. Runs are repeated until about 50 ms have passed, three to thirty
 * times; the best counts. bench/flow-bench does the same with this project's library.
 */

#include <isl/ctx.h>
#include <isl/flow.h>
#include <isl/map.h>
#include <isl/union_map.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double ENOUGH_NS = 50e6;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static isl_union_access_info *read_problem(isl_ctx *ctx, const char *name)
{
	FILE *file = fopen(name, "r");
	if (!file) {
		perror(name);
		exit(1);
	}
	isl_union_access_info *problem = isl_union_access_info_read_from_file(ctx, file);
	fclose(file);
	if (!problem) {
		fprintf(stderr, "%s: isl does not read this\n", name);
		exit(1);
	}
	return problem;
}

static isl_stat add_size(isl_map *map, void *user)
{
	*(long *) user += isl_map_n_basic_map(map);
	isl_map_free(map);
	return isl_stat_ok;
}

static void time_file(isl_ctx *ctx, const char *name)
{
	double best = -1, spent = 0;
	long size = 0;
	for (int runs = 0; runs < 3 || (spent < ENOUGH_NS && runs < 30); ++runs) {
		isl_union_access_info *problem = read_problem(ctx, name);
		double start = now();
		isl_union_flow *flow = isl_union_access_info_compute_flow(problem);
		double elapsed = now() - start;
		if (!flow) {
			fprintf(stderr, "%s: isl has no answer\n", name);
			exit(1);
		}
		isl_union_map *may = isl_union_flow_get_full_may_dependence(flow);
		size = 0;
		isl_union_map_foreach_map(may, &add_size, &size);
		isl_union_map_free(may);
		isl_union_flow_free(flow);
		if (best < 0 || elapsed < best)
			best = elapsed;
		spent += elapsed;
	}
	printf("{\"file\":\"%s\",\"ns\":%.0f,\"size\":%ld}\n", name, best, size);
}

int main(int argc, char **argv)
{
	isl_ctx *ctx = isl_ctx_alloc();
	if (argc == 3 && strcmp(argv[1], "--print") == 0) {
		isl_union_access_info *problem = read_problem(ctx, argv[2]);
		isl_union_flow *flow = isl_union_access_info_compute_flow(problem);
		char *text = isl_union_flow_to_str(flow);
		isl_union_flow_free(flow);
		if (text)
			puts(text);
		free(text);
	} else {
		for (int i = 1; i < argc; ++i)
			time_file(ctx, argv[i]);
	}
	isl_ctx_free(ctx);
	return 0;
}
