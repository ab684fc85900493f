"""A web server with record pages, for fetch.sh.

    server.py ROOT LOG

Prints its port, and serves the files below ROOT with Last-Modified and 304.  Files beside a file NAME change its answer:

    NAME.to      a redirection to the address in it
    NAME.fails   503, as many times as the number in it
    NAME.hangs   no answer until that file is removed
    NAME.bare    no Last-Modified and no Date
    NAME.dated   no Last-Modified
    NAME.half    half of NAME, then the connection is closed; with "length" in it, Content-Length is that of NAME;
                 with "whole" in it, all of NAME
    NAME.loop    a redirection to itself; the connection is closed a little later, when it may already be reused

LOG gets a line for each request: status, path, and "since" if it had If-Modified-Since.
"""
import email.utils
import http.server
import os
import posixpath
import sys
import time
import urllib.parse

ROOT, LOG = sys.argv[1:]


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def log(self, status):
        since = " since" if self.headers.get("If-Modified-Since") else ""
        with open(LOG, "a") as log:
            log.write(f"{status} {self.path}{since}\n")

    def answer(self, status, headers=(), body=b""):
        self.log(status)
        self.send_response_only(status)
        if not os.path.exists(ROOT + self.path + ".bare"):
            self.send_header("Date", self.date_time_string())
        for key, value in headers:
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def fails(self, path):
        if not os.path.exists(path + ".fails"):
            return False
        with open(path + ".fails") as f:
            left = int(f.read())
        if left == 0:
            return False
        with open(path + ".fails", "w") as f:
            f.write(str(left - 1))
        return True

    def do_GET(self):
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
        if posixpath.normpath(path) != path.rstrip("/") and path != "/":
            return self.answer(400)
        path = ROOT + path
        while os.path.exists(path + ".hangs"):
            time.sleep(0.05)
        if os.path.exists(path + ".to"):
            with open(path + ".to") as f:
                return self.answer(302, [("Location", f.read().strip())])
        if os.path.exists(path + ".loop"):
            self.answer(302, [("Location", self.path)])
            return time.sleep(0.1)
        if os.path.isdir(path):
            if not self.path.endswith("/"):
                return self.answer(301, [("Location", self.path + "/")])
            path += "index.html"
        if not os.path.isfile(path):
            return self.answer(404, body=b"<html><body>Not found</body></html>")
        if self.fails(path):
            return self.answer(503, [("Retry-After", "0")])
        changed = int(os.stat(path).st_mtime)
        since = self.headers.get("If-Modified-Since")
        if since and email.utils.parsedate_to_datetime(since).timestamp() >= changed:
            return self.answer(304)
        bare = os.path.exists(path + ".bare") or os.path.exists(path + ".dated")
        headers = [] if bare else [("Last-Modified", email.utils.formatdate(changed, usegmt=True))]
        with open(path, "rb") as f:
            body = f.read()
        if os.path.exists(path + ".half"):
            with open(path + ".half") as f:
                return self.half(body, f.read().strip())
        self.answer(200, headers + [("Content-Type", "text/html")], body)

    def half(self, body, how):
        self.log(200)
        self.send_response(200)
        if how == "length":
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body if how == "whole" else body[:len(body) // 2])


# Threads, as a client that was killed may leave a connection that hangs.
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
