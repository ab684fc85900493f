/* peer.c: simulate a device with a socket, to control the time of each event:
 *
 *   peer [-n] [-t] CAPTURE OUTPUT WORD... -- READER...
 *
 * READER runs with the socket as standard input (-n: one that does not block); its standard output
 * goes to OUTPUT. It has no controlling terminal (-t: one). A message is a piece, an empty one
 * closes the data set, as a read from a monreader device does. WORDs:
 *
 *   set, half, rest     the next data set of CAPTURE (see sets.c); its first 1.5
 *                       pieces; the rest of it
 *   spare-set           the next data set, which READER may have ended before
 *   empty               a 0-byte read
 *   lines=N             wait until READER wrote N lines
 *   idle                wait until READER has read everything
 *   int, term, hup      send the signal, when READER catches or ignores it
 *   nap=MS              wait so many milliseconds
 *   run=COMMAND         let the shell run it
 *   alive               say whether READER runs
 *   end                 wait for its end, and say its status */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <fcntl.h>

#define MCE_SIZE 12u
#define TIMEOUT_MS 100000

static int device, output, terminal = -1;
static pid_t reader;
static FILE *copy;
static unsigned char *capture;
static size_t length, at, half; /* half: how much of a piece was sent */
static unsigned piece, lines;
static int may_be_gone; /* READER may end before it has read everything */

static void fail(const char *what)
{
	printf("failed:%s ", what);
	fflush(stdout);
	if (reader > 0)
		kill(reader, SIGKILL);
	exit(1);
}

static void nap(long ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

static void load(const char *name)
{
	FILE *f = fopen(name, "rb");
	size_t room = 0;

	while (f && !feof(f)) {
		if (length == room) {
			room = room ? 2 * room : 65536;
			capture = realloc(capture, room);
			if (!capture)
				fail("memory");
		}
		length += fread(capture + length, 1, room - length, f);
		if (ferror(f))
			fail(name);
	}
	if (!f)
		fail(name);
	fclose(f);
}

static uint32_t word32(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void send_bytes(const void *p, size_t n)
{
	if (send(device, p, n, 0) != (ssize_t)n &&
	    !(may_be_gone && (errno == EPIPE || errno == ECONNRESET)))
		fail("send");
}

/* Control elements and record sets alternate; a data set has four pieces. */
static size_t piece_length(void)
{
	const unsigned char *mce = capture + at - (piece % 2 ? MCE_SIZE : 0);

	if (at >= length)
		fail("the capture ends");
	return piece % 2 ? word32(mce + 8) - word32(mce + 4) + 1 : MCE_SIZE;
}

static void send_piece(void)
{
	size_t n = piece_length();

	send_bytes(capture + at + half, n - half);
	half = 0;
	at += n;
	piece++;
}

static void send_rest(void)
{
	do
		send_piece();
	while (piece % 4);
	send_bytes("", 0);
}

static void send_half(void)
{
	send_piece();
	half = piece_length() / 2;
	send_bytes(capture + at, half);
}

/* Copy output for at most MS milliseconds.  Returns 0 at its end. */
static int take_output(int ms)
{
	struct pollfd p = { .fd = output, .events = POLLIN };
	char buf[65536];
	ssize_t i, n;

	if (poll(&p, 1, ms) <= 0)
		return 1;
	n = read(output, buf, sizeof buf);
	if (n <= 0)
		return 0;
	fwrite(buf, 1, (size_t)n, copy);
	for (i = 0; i < n; i++)
		lines += buf[i] == '\n';
	return 1;
}

static void wait_for_lines(unsigned n)
{
	int waited;

	for (waited = 0; lines < n && waited < TIMEOUT_MS; waited += 20)
		if (!take_output(20))
			break;
	if (lines < n)
		fail("lines");
	printf("lines ");
}

static void wait_until_idle(void)
{
	int waited, left = 0;

	for (waited = 0; waited < TIMEOUT_MS; waited += 5) {
#if defined(__linux__) && defined(TIOCOUTQ)
		if (ioctl(device, TIOCOUTQ, &left) == 0 && left == 0)
			return;
#else
		left = waited < 500;
		if (!left)
			return;
#endif
		nap(5);
	}
	fail("never idle");
}

/* Return whether READER catches or ignores signal N; if the system cannot tell, wait until READER
 * has run for a second. */
static int is_handled(int n)
{
	static unsigned asked;
	unsigned long long mask, handled = 0;
	char line[200];
	FILE *f;

	snprintf(line, sizeof line, "/proc/%ld/status", (long)reader);
	f = fopen(line, "r");
	if (!f)
		return ++asked > 200;
	while (fgets(line, sizeof line, f))
		if (sscanf(line, "SigIgn: %llx", &mask) == 1 ||
		    sscanf(line, "SigCgt: %llx", &mask) == 1)
			handled |= mask;
	fclose(f);
	return (handled >> (n - 1) & 1) != 0;
}

static void send_signal(int n)
{
	int waited;

	for (waited = 0; !is_handled(n) && waited < TIMEOUT_MS; waited += 5)
		nap(5);
	kill(reader, n);
}

static void say_alive(void)
{
	siginfo_t info;

	nap(150);
	memset(&info, 0, sizeof info);
	waitid(P_PID, (id_t)reader, &info, WEXITED | WNOHANG | WNOWAIT);
	printf("%s ", info.si_pid ? "ended" : "alive");
}

static void wait_for_end(void)
{
	int waited, status;

	for (waited = 0; take_output(20) && waited < TIMEOUT_MS; waited += 20)
		;
	for (waited = 0; waitpid(reader, &status, WNOHANG) == 0; waited += 10) {
		if (waited > TIMEOUT_MS)
			fail("no end");
		nap(10);
	}
	reader = 0;
	if (WIFEXITED(status))
		printf("status=%d ", WEXITSTATUS(status));
	else
		printf("signal=%d ", WTERMSIG(status));
}

/* Become a session leader; NAME is the controlling terminal of the session, unless it is NULL. */
static void begin_session(const char *name)
{
	int fd;

	setsid();
	if (!name)
		return;
	fd = open(name, O_RDWR);
#ifdef TIOCSCTTY
	if (fd < 0 || ioctl(fd, TIOCSCTTY, 0))
		_exit(126);
#endif
	close(fd);
}

static const char *make_terminal(void)
{
	terminal = posix_openpt(O_RDWR | O_NOCTTY);
	if (terminal < 0 || grantpt(terminal) || unlockpt(terminal))
		fail("terminal");
	fcntl(terminal, F_SETFD, FD_CLOEXEC);
	return ptsname(terminal);
}

static void start(char **argv, int nonblock, int with_terminal)
{
	const char *name = with_terminal ? make_terminal() : NULL;
	int s[2], out[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, s) || pipe(out))
		fail("socket");
	if (nonblock)
		fcntl(s[1], F_SETFL, O_NONBLOCK);
	reader = fork();
	if (reader == 0) {
		dup2(s[1], STDIN_FILENO);
		dup2(out[1], STDOUT_FILENO);
		close(s[0]);
		close(s[1]);
		close(out[0]);
		close(out[1]);
		begin_session(name);
		execvp(argv[0], argv);
		_exit(127);
	}
	close(s[1]);
	close(out[1]);
	device = s[0];
	output = out[0];
}

static void run(const char *command)
{
	fflush(stdout);
	if (system(command) != 0)
		fail(command);
}

static void perform(const char *word)
{
	if (strcmp(word, "set") == 0)
		send_rest();
	else if (strcmp(word, "spare-set") == 0) {
		may_be_gone = 1;
		send_rest();
	} else if (strcmp(word, "half") == 0)
		send_half();
	else if (strcmp(word, "rest") == 0)
		send_rest();
	else if (strcmp(word, "empty") == 0)
		send_bytes("", 0);
	else if (strncmp(word, "lines=", 6) == 0)
		wait_for_lines((unsigned)strtoul(word + 6, NULL, 10));
	else if (strcmp(word, "idle") == 0)
		wait_until_idle();
	else if (strncmp(word, "run=", 4) == 0)
		run(word + 4);
	else if (strcmp(word, "int") == 0)
		send_signal(SIGINT);
	else if (strcmp(word, "term") == 0)
		send_signal(SIGTERM);
	else if (strcmp(word, "hup") == 0)
		send_signal(SIGHUP);
	else if (strncmp(word, "nap=", 4) == 0)
		nap(strtol(word + 4, NULL, 10));
	else if (strcmp(word, "alive") == 0)
		say_alive();
	else if (strcmp(word, "end") == 0)
		wait_for_end();
	else
		fail(word);
}

int main(int argc, char **argv)
{
	int nonblock = argc > 1 && strcmp(argv[1], "-n") == 0;
	int with_terminal = argc > 1 + nonblock && strcmp(argv[1 + nonblock], "-t") == 0;
	int i = 1 + nonblock + with_terminal, words = i + 2, split;

	for (split = words; split < argc && strcmp(argv[split], "--") != 0; split++)
		;
	if (split >= argc - 1)
		fail("usage");
	signal(SIGPIPE, SIG_IGN);
	load(argv[i]);
	copy = fopen(argv[i + 1], "wb");
	if (!copy)
		fail(argv[i + 1]);
	start(argv + split + 1, nonblock, with_terminal);
	for (i = words; i < split; i++)
		perform(argv[i]);
	if (reader > 0)
		fail("no end was asked for");
	putchar('\n');
	return fclose(copy) ? 1 : 0;
}
