"""What takes long to make is made once a session, by whichever of pytest-xdist's workers needs it first."""

import shutil

from filelock import FileLock


def once(request, tmp_path_factory, name, make):
    """The folder of that name in which `make(folder)` put what all workers share; whoever uses it leaves it as it is."""
    base = tmp_path_factory.getbasetemp()
    root = base.parent if hasattr(request.config, "workerinput") else base  # workers have folders side by side
    folder, made = root / name, root / f"{name}.made"
    with FileLock(root / f"{name}.lock"):
        if not made.exists():
            shutil.rmtree(folder, ignore_errors=True)  # of a worker that failed in the middle
            folder.mkdir()
            make(folder)
            made.touch()
    return folder
