"""Copy the raw exports of one month next to the scripts."""

import argparse
import pathlib
import shutil


def fetch(source: pathlib.Path, month: str, target: pathlib.Path) -> list[pathlib.Path]:
    target.mkdir(parents=True, exist_ok=True)
    copied = []
    for export in sorted(source.glob(f"*-{month}.csv")):
        copied.append(pathlib.Path(shutil.copy2(export, target / export.name)))
    return copied


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--month", required=True)
    options = parser.parse_args()
    for path in fetch(options.source, options.month, pathlib.Path("cache")):
        print(path)
