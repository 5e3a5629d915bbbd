"""Slurm with one controller and one node, this machine, below one folder. Needs root."""
import os
import shutil
import socket
import subprocess
import time

CONF = """ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={d}/munge.sock
SlurmctldPort={port}
SlurmdPort={port1}
StateSaveLocation={d}/state
SlurmdSpoolDir={d}/spool
SlurmctldPidFile={d}/ctld.pid
SlurmdPidFile={d}/d.pid
SlurmctldLogFile={d}/log/ctld
SlurmdLogFile={d}/log/d
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
SchedulerParameters=requeue_delay=0
KillWait=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def why_not():
    """Why it cannot run here; empty if it can."""
    for program in ("munged", "slurmctld", "slurmd", "sbatch"):
        if not shutil.which(program, path=PATH):
            return f"{program} is not here: Debian's packages are slurm-wlm and munge"
    return "" if os.geteuid() == 0 else "Slurm on one machine needs root"


PATH = os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class OneSlurm:
    def __init__(self, folder):
        self.folder, self.daemons = folder, []
        for name in ("state", "spool", "log"):
            os.makedirs(os.path.join(folder, name))
        os.chmod(folder, 0o755)
        conf = os.path.join(folder, "slurm.conf")
        with open(conf, "w") as file:
            file.write(CONF.format(host=socket.gethostname().split(".")[0], d=folder, port=free_port(),
                                   port1=free_port(), cpus=os.cpu_count()))
        self.env = dict(os.environ, SLURM_CONF=conf, PATH=PATH)
        key = os.path.join(folder, "munge.key")
        with open(key, "wb") as file:
            file.write(os.urandom(128))
        os.chmod(key, 0o400)
        self.start("munged", "-F", "--force", "--key-file", key, "--socket", f"{folder}/munge.sock",
                   "--pid-file", f"{folder}/munge.pid", "--log-file", f"{folder}/log/munge",
                   "--seed-file", f"{folder}/munge.seed")
        self.wait(lambda: os.path.exists(f"{folder}/munge.sock"), "munged")
        self.start("slurmctld", "-D")
        self.wait(lambda: self.say("sinfo", "-h") != "", "slurmctld")
        self.start("slurmd", "-D")
        self.wait(lambda: " idle " in self.say("sinfo", "-h"), "slurmd")

    def start(self, *command):
        with open(os.path.join(self.folder, "log", "out"), "a") as log:
            self.daemons.append(subprocess.Popen(command, env=self.env, stdout=log, stderr=log,
                                                 start_new_session=True))

    def say(self, *command):
        return subprocess.run(command, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True).stdout

    def wait(self, condition, what, seconds=60):
        until = time.time() + seconds
        while not condition():
            if time.time() > until:
                raise AssertionError(f"{what} is not ready after {seconds} s")
            time.sleep(0.1)

    def end(self):
        self.say("scancel", "--full", "--state=PENDING")
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
