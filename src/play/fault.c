/* fault.c: the list of faults that --fault and --script inject. */
#include "config.h"

#include "play/fault.h"

#include <stdlib.h>

#include "cli/diag.h"

void faults_done(struct faults *f)
{
	size_t i;

	for (i = 0; i < f->n; i++)
		free(f->list[i].spec);
	free(f->list);
}

struct fault *faults_find(const struct faults *f, enum fault_place place, uint64_t at)
{
	size_t i;

	for (i = 0; i < f->n; i++) {
		struct fault *fault = &f->list[i];

		if (fault->place == place && fault->at == at && fault->left)
			return fault;
	}
	return NULL;
}

struct fault *faults_of_kind(const struct faults *f, enum fault_kind kind, uint64_t at)
{
	size_t i;

	for (i = 0; i < f->n; i++) {
		struct fault *fault = &f->list[i];

		if (fault->kind == kind && fault->at == at && fault->left)
			return fault;
	}
	return NULL;
}

void faults_fire(struct faults *f, struct fault *fault)
{
	fault->left--;
	fault->fired++;
	f->fired++;
	diag_verbose("fault: %s", fault->spec);
}
