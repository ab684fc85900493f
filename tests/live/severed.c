/* severed.c: run a program with a standard input as the driver's is when the
 * connection was severed and nothing is there: poll(2) gives POLLERR, a read
 * that does not block EAGAIN.  Such is a socket with something in its error
 * queue.  Status 77: it cannot be had. */
#include "config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CANNOT 77

/* Return a socket with the pending error ECONNREFUSED. */
static int refused(void)
{
#ifdef IP_RECVERR
	int s = socket(AF_INET, SOCK_DGRAM, 0), free_port = socket(AF_INET, SOCK_DGRAM, 0);
	int on = 1, error;
	struct sockaddr_in a;
	socklen_t n = sizeof a;
	struct pollfd p = { .fd = s, .events = POLLIN };

	memset(&a, 0, sizeof a);
	a.sin_family = AF_INET;
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (s < 0 || free_port < 0 || bind(free_port, (struct sockaddr *)&a, n) ||
	    getsockname(free_port, (struct sockaddr *)&a, &n) || close(free_port) ||
	    connect(s, (struct sockaddr *)&a, n) ||
	    setsockopt(s, IPPROTO_IP, IP_RECVERR, &on, sizeof on) || send(s, "", 1, 0) != 1 ||
	    poll(&p, 1, 2000) != 1 || fcntl(s, F_SETFL, O_NONBLOCK))
		return -1;
	n = sizeof error;
	getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &n);
	return s;
#else
	return -1;
#endif
}

int main(int argc, char **argv)
{
	int s = refused();
	struct pollfd p = { .fd = s, .events = POLLIN };
	char c;

	if (argc < 2 || s < 0 || read(s, &c, 1) != -1 || errno != EAGAIN || poll(&p, 1, 0) != 1 ||
	    !(p.revents & POLLERR) || dup2(s, STDIN_FILENO) < 0)
		return CANNOT;
	execvp(argv[1], argv + 1);
	return CANNOT;
}
