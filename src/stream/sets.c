/* sets.c: the steps for control elements of a stream, and the ends of record sets and data sets. */
#include "stream/reader.h"

void mr_begin_set(struct monread *m)
{
	m->set.have_mce = 1;
	m->set.number++;
	m->set.addr = m->set.mce.start;
	m->set.left = mr_mce_length(&m->set.mce);
	m->set.skip = 0;
	m->set.blank = 0;
	m->search.resume = 0;
	m->set.interval_end = 0;
	m->set.first_bad = 0;
	m->set.times = (struct mr_times){ .from = MR_TOD_UNKNOWN };
	m->set.repeated = m->marks.repeats > 0;
	m->marks.repeats -= m->marks.repeats > 0;
	m->step = mr_step_record;
	if (!m->dataset_open) {
		m->dataset_open = 1;
		m->dataset++;
	}
}

static enum mr_verdict end_of_elements(struct monread *m)
{
	mr_finish(m);
	if (m->src.avail == 0)
		return MR_GO;
	m->step = mr_step_rest;
	mr_leave_open(m);
	mr_say(m, "cut off: a control element has 12 bytes, here are %zu; skipped them",
	       m->src.avail);
	return mr_report(m, MONREAD_BAD, m->src.avail);
}

enum mr_verdict mr_step_element(struct monread *m)
{
	const char *fault;
	enum mr_need need;
	int believed;

	mr_settle(m);
	if (mr_is_part_over(m))
		return mr_part_over(m);
	need = mr_source_need(&m->src, MONREAD_MCE_SIZE);
	if (need > MR_NEED_SHORT)
		return mr_wait_or_fail(m, need);
	if (need == MR_NEED_SHORT)
		return end_of_elements(m);
	mr_mce_get(&m->set.mce, m->src.data);
	fault = mr_mce_fault(&m->set.mce);
	if (fault) {
		m->set.have_mce = 0;
		return mr_resync(m, "no valid control element: %s", fault);
	}
	/* Do not check the control elements of a device, whose data sets always begin with one. */
	believed = mr_is_device(m);
	need = believed ? MR_NEED_OK : mr_believe(m, &m->set.mce, MONREAD_MCE_SIZE, &believed);
	if (need != MR_NEED_OK)
		return believed ? mr_wait_or_fail(m, need) : mr_wait_undecided(m, need);
	if (!believed) {
		m->set.have_mce = 0;
		return mr_resync(m, "no valid control element: no record follows it");
	}
	mr_begin_set(m);
	mr_event(m, MONREAD_CONTROL, MONREAD_MCE_SIZE);
	m->cur += MONREAD_MCE_SIZE;
	mr_limit(m);
	return MR_EVENT;
}

static enum mr_verdict resume_after_damage(struct monread *m)
{
	m->search.resume = 0;
	m->marks.repeats = 0;
	if (mr_is_monwrite(m) || m->set.mce.type == MONREAD_EVENT)
		mr_leave_open(m);
	mr_pass_over(m, m->search.distance);
	m->search.distance = 0;
	m->step = mr_is_monwrite(m) ? mr_step_block : mr_step_element;
	return MR_GO;
}

enum mr_verdict mr_step_set_done(struct monread *m)
{
	int over;

	if (m->search.resume)
		return resume_after_damage(m);
	if (mr_is_monwrite(m))
		return mr_next_of_block(m);
	/* In a stream, only the types of the record sets show where a data set ends. */
	over = m->set.mce.type == MONREAD_EVENT || m->set.interval_end || m->set.repeated;
	m->step = over && !mr_is_device(m) ? mr_step_dataset_done : mr_step_element;
	return MR_GO;
}

enum mr_verdict mr_step_dataset_done(struct monread *m)
{
	mr_settle(m);
	mr_set_end(m);
	m->step = mr_is_monwrite(m) ? mr_step_block : mr_step_element;
	if (mr_is_monwrite(m) && m->block.bad)
		mr_leave_block(m);
	return MR_EVENT;
}
