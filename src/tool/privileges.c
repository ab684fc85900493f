/* privileges.c: open a device as root, and continue as another user. */
#include "config.h"

#include "tool/privileges.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "port/ascii.h"
#include "cli/diag.h"

/* (uid_t)-1 is no user. */
#define ID_MAX 4294967294u

/* 0, or -1: not a number. */
static int read_id(const char *text, uint64_t *id)
{
	return mr_read_number(&text, ID_MAX, id) || *text ? -1 : 0;
}

static int refuse(const struct privileges *p, const char *why)
{
	diag_fail("--user-drop=%s: %s", p->wanted, why);
	return -1;
}

/* The user or group is unknown (errno is 0), or cannot be looked up. */
static int refuse_unknown(const struct privileges *p, const char *what)
{
	if (errno == 0 || errno == ENOENT || errno == ESRCH)
		diag_fail("--user-drop=%s: there is no such %s", p->wanted, what);
	else
		diag_fail("--user-drop=%s: the %s cannot be looked up: %s", p->wanted, what, strerror(errno));
	return -1;
}

static int find_group(struct privileges *p, const char *group)
{
	const struct group *gr;
	uint64_t id;

	errno = 0;
	gr = getgrnam(group);
	if (gr)
		p->gid = gr->gr_gid;
	else if (read_id(group, &id) == 0)
		p->gid = (gid_t)id;
	else
		return refuse_unknown(p, "group");
	return 0;
}

/* USER is a name or, if no user has that name, a number. */
static int find_user(struct privileges *p, const char *user, const char *group)
{
	const struct passwd *pw;
	uint64_t id = 0;
	int is_number = read_id(user, &id) == 0;

	errno = 0;
	pw = getpwnam(user);
	if (!pw && !is_number)
		return refuse_unknown(p, "user");
	if (!pw)
		pw = getpwuid((uid_t)id);
	if (!pw && !group)
		return refuse(p, "this user ID has no entry that tells its group; name the group too, as in 1000:1000");
	p->uid = pw ? pw->pw_uid : (uid_t)id;
	if (pw) {
		p->gid = pw->pw_gid;
		p->name = strdup(pw->pw_name);
		if (!p->name)
			return refuse(p, strerror(ENOMEM));
	}
	return group ? find_group(p, group) : 0;
}

int privileges_check(struct privileges *p)
{
	char *user;
	const char *group = NULL;
	int rc;

	if (!p->wanted)
		return 0;
	user = strdup(p->wanted);
	if (!user)
		return refuse(p, strerror(ENOMEM));
	if (strchr(user, ':')) {
		group = strchr(user, ':') + 1;
		user[group - user - 1] = 0;
	}
	if (!*user || (group && !*group))
		rc = refuse(p, "expected USER or USER:GROUP, names or numbers");
	else
		rc = find_user(p, user, group);
	free(user);
	if (rc)
		return rc;
	if (p->uid == 0)
		return refuse(p, "this is root; name a user without its privileges");
	if (geteuid() != 0) {
		diag_fail("--user-drop=%s: only root can switch to another user; this process has user ID %lu", p->wanted,
		          (unsigned long)geteuid());
		return -1;
	}
	return 0;
}

int privileges_drop(const struct privileges *p)
{
	if (p->name ? initgroups(p->name, p->gid) : setgroups(1, &p->gid))
		diag_fail("--user-drop=%s: the groups cannot be set: %s", p->wanted, strerror(errno));
	else if (setgid(p->gid))
		diag_fail("--user-drop=%s: the group cannot be set: %s", p->wanted, strerror(errno));
	else if (setuid(p->uid))
		diag_fail("--user-drop=%s: the user cannot be set: %s", p->wanted, strerror(errno));
	else if (setuid(0) == 0)
		diag_fail("--user-drop=%s: root's privileges could be taken back", p->wanted);
	else
		return 0;
	return -1;
}

void privileges_done(struct privileges *p)
{
	free(p->name);
	p->name = NULL;
}
