"""Sum the sales of one month by shop and product group."""

import argparse
import collections
import csv
import decimal
import pathlib


def totals(rows):
    sums = collections.defaultdict(decimal.Decimal)
    for row in rows:
        sums[row["shop"], row["group"]] += decimal.Decimal(row["amount"])
    return dict(sorted(sums.items()))


def read(folder: pathlib.Path, month: str):
    for path in sorted(folder.glob(f"*-{month}.csv")):
        with path.open(newline="", encoding="utf-8") as file:
            yield from csv.DictReader(file)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--month", required=True)
    month = parser.parse_args().month
    for (shop, group), amount in totals(read(pathlib.Path("cache"), month)).items():
        print(shop, group, amount, sep="\t")
