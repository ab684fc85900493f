#!/bin/sh
# servers.sh SERVER WORK: start a server in the folder WORK, for run.py.  Prints the settings that a recipe needs, as
# NAME=VALUE, and STOP=COMMAND.  Status 77: it cannot run here; the last line of standard error says why.
set -eu
work=$2

cannot()
{
	echo "$*" >&2
	exit 77
}

# needs PROGRAM PACKAGE: the program, or else the Debian package that has it
needs()
{
	command -v "$1" >/dev/null 2>&1 || cannot "no $1 (Debian: $2)"
}

# ports N: N free ports
ports()
{
	python3 -c 'import socket, sys
s = [socket.socket() for _ in range(int(sys.argv[1]))]
for one in s: one.bind(("127.0.0.1", 0))
print(*(one.getsockname()[1] for one in s))' "$1"
}

# answers PID COMMAND...: wait until the command succeeds
answers()
{
	tries=0
	pid=$1
	shift
	until "$@" >/dev/null 2>"$work/answer"; do
		tries=$((tries + 1))
		[ $tries -le 120 ] && kill -0 "$pid" || cannot "the server does not answer: $(tail -n 1 "$work/server.log" "$work/answer")"
		sleep 1
	done
}

# jars GROUP:ARTIFACT:VERSION...: get them and their dependencies from Maven Central into $work/jars
jars()
{
	needs java default-jdk-headless
	needs mvn maven
	{
		echo '<project><modelVersion>4.0.0</modelVersion><groupId>monread</groupId><artifactId>engines</artifactId>'
		echo '<version>1</version><dependencies>'
		printf '%s\n' "$@" | sed 's|\(.*\):\(.*\):\(.*\)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|'
		echo '</dependencies></project>'
	} >"$work/pom.xml"
	[ -d "$work/jars" ] || mvn -q -B -f "$work/pom.xml" dependency:copy-dependencies -DoutputDirectory="$work/jars" >"$work/mvn.log" 2>&1 ||
		cannot "$1: $(grep -m 1 ERROR "$work/mvn.log")"
}

postgresql()
{
	bin=$(find /usr/lib/postgresql -name initdb 2>/dev/null | sort -V | tail -n 1)
	[ -n "$bin" ] || cannot 'no PostgreSQL (Debian: postgresql)'
	bin=$(dirname "$bin") as=
	# The server never runs as root, and needs a short name for its socket.
	folder=$(mktemp -d /tmp/monread-pg.XXXXXX)
	[ "$(id -u)" -ne 0 ] || { as='runuser -u postgres --'; chown postgres "$folder"; }
	cd "$folder"
	$as "$bin/initdb" -D "$folder/data" -A trust -E UTF8 --locale=C -U monread >"$work/server.log" 2>&1 ||
		cannot "initdb: $(tail -n 1 "$work/server.log")"
	$as "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/log" \
		-o "-c listen_addresses= -c unix_socket_directories='$folder' -c timezone=UTC" start >&2
	echo "PGHOST=$folder"
	echo PGUSER=monread
	echo PGDATABASE=postgres
	echo "VERSION=$("$bin/postgres" --version)"
	echo "STOP=$as $bin/pg_ctl -D $folder/data -m immediate stop; rm -rf $folder"
}

kafka()
{
	version=4.3.1
	needs kcat kcat
	jars org.apache.kafka:kafka_2.13:$version
	# shellcheck disable=SC2046 # two words
	set -- $(ports 2)
	rm -rf "$work/data"
	cat >"$work/server.properties" <<END
process.roles=broker,controller
node.id=1
controller.quorum.bootstrap.servers=127.0.0.1:$2
listeners=PLAINTEXT://127.0.0.1:$1,CONTROLLER://127.0.0.1:$2
advertised.listeners=PLAINTEXT://127.0.0.1:$1,CONTROLLER://127.0.0.1:$2
controller.listener.names=CONTROLLER
log.dirs=$work/data
num.partitions=4
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
END
	java -cp "$work/jars/*" kafka.tools.StorageTool format --standalone -t "$(java -cp "$work/jars/*" kafka.tools.StorageTool random-uuid)" \
		-c "$work/server.properties" >"$work/server.log" 2>&1 || cannot "no storage: $(tail -n 1 "$work/server.log")"
	java -Xmx1g -cp "$work/jars/*" kafka.Kafka "$work/server.properties" >>"$work/server.log" 2>&1 &
	answers $! kcat -L -m 2 -b "127.0.0.1:$1"
	echo "BROKER=127.0.0.1:$1"
	echo "VERSION=Kafka $version"
	echo "STOP=kill $!"
}

opensearch()
{
	version=2.19.1
	needs jq jq
	needs curl curl
	jars org.opensearch:opensearch:$version org.opensearch.plugin:transport-netty4-client:$version \
		org.apache.logging.log4j:log4j-core:2.21.0
	port=$(ports 1)
	rm -rf "$work/home"
	mkdir "$work/home"
	java -Xmx1g -cp "$work/jars/*" "$(dirname "$0")/Server.java" "$work/home" "$port" >"$work/server.log" 2>&1 &
	answers $! curl -sSf "127.0.0.1:$port/_cluster/health?wait_for_status=green"
	echo "SERVER=127.0.0.1:$port"
	echo "VERSION=OpenSearch $version"
	echo "STOP=kill $!"
}

slurm()
{
	needs slurmctld slurmctld
	needs slurmd slurmd
	needs sbatch slurm-client
	needs munged munge
	[ "$(id -u)" -eq 0 ] || cannot 'slurmd runs as root only'
	# Nobody else may write to the folders above the socket.
	folder=$(mktemp -d /run/monread-slurm.XXXXXX)
	chmod 755 "$folder"
	mkdir "$folder/state" "$folder/spool"
	dd if=/dev/urandom of="$folder/munge.key" bs=128 count=1 2>/dev/null
	chmod 400 "$folder/munge.key"
	munged --force --key-file="$folder/munge.key" --socket="$folder/socket" --pid-file="$folder/munged.pid" \
		--log-file="$folder/munged.log" --seed-file="$folder/seed" >&2 || cannot 'munged does not start'
	# shellcheck disable=SC2046 # two words
	set -- $(ports 2)
	cat >"$folder/slurm.conf" <<END
ClusterName=monread
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$1
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
MpiDefault=none
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$2 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=n1 Default=YES MaxTime=INFINITE State=UP
END
	slurmctld -f "$folder/slurm.conf" >&2
	slurmd -f "$folder/slurm.conf" -N n1 >&2
	SLURM_CONF=$folder/slurm.conf
	export SLURM_CONF
	: >"$work/server.log"
	answers $$ sh -c '[ "$(sinfo -h -t idle -o %D)" = 1 ]'
	echo "SLURM_CONF=$folder/slurm.conf"
	echo "VERSION=Slurm $(sinfo -V | sed 's/.* //')"
	echo "STOP=kill $(cat "$folder/slurmd.pid" "$folder/slurmctld.pid" "$folder/munged.pid" | tr '\n' ' '); rm -rf $folder"
}

$1
