#!/usr/bin/env bash
# A Slurm cluster of this one machine, for trying: munged, slurmctld and slurmd, without systemd. Ends with the command that it is given.
# Usage: Campaigns/slurm/cluster.sh COMMAND [ARGUMENT...]
set -euo pipefail
for program in munged slurmctld slurmd; do
  command -v $program >/dev/null || {
    echo "campaign: skipped: $program is not installed (apt-get install slurm-wlm munge)" >&2
    exit 0
  }
done
folder=$(mktemp -d)
host=$(hostname -s)
cleanup() {
  pkill -F "$folder/slurmd.pid" 2>/dev/null || true
  pkill -F "$folder/slurmctld.pid" 2>/dev/null || true
  pkill -F "$folder/munged.pid" 2>/dev/null || true
  sleep 1
  rm -rf "$folder"
}
trap cleanup EXIT
head -c 128 /dev/urandom >"$folder/munge.key"
chmod 400 "$folder/munge.key"
chmod 755 "$folder"
munged --force --key-file "$folder/munge.key" --socket "$folder/munge.socket" --pid-file "$folder/munged.pid" \
  --log-file "$folder/munged.log" --seed-file "$folder/munge.seed"
cat >"$folder/slurm.conf" <<CONF
ClusterName=try
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CryptoType=crypto/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
RequeueExit=137,143
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
mkdir -p "$folder/state" "$folder/spool"
export SLURM_CONF="$folder/slurm.conf"
slurmctld -c
slurmd -c
for _ in $(seq 60); do
  sinfo -h -o %T 2>/dev/null | grep -q idle && break
  sleep 1
done
sinfo >&2 || { tail -n 20 "$folder"/*.log >&2; exit 70; }
"$@"
