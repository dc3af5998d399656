"""An engine on pipes, for the scripts beside this file."""

import subprocess
import sys


class Engine:
    """An engine on pipes; one answer a command."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, line):
        """The text of the answer; ends the script when the command fails."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = []
        while (text := self.process.stdout.readline()) != "\n":
            if not text:
                sys.exit(f"the engine ended at: {line}")
            answer.append(text.rstrip("\n"))
        if not answer[0].startswith("="):
            sys.exit(f"{line}: {answer[0]}")
        return "\n".join(answer)[1:].strip()
