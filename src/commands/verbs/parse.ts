import { InvalidArgumentError } from "commander";

// What a user can get wrong on the command line, one sentence each.

export function parseCount(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It must be a whole number.");
}

export function parseTurns(value: string): number {
  const turns = Number(value);
  if (/^\d+$/.test(value) && turns >= 1 && turns <= 10_000) return turns;
  throw new InvalidArgumentError("It must be a whole number from 1 to 10000.");
}

export function parseGenerations(value: string): number[] {
  const parts = value.split(",");
  if (!parts.every((part) => /^\d{1,2}$/.test(part) && Number(part) >= 1 && Number(part) <= 20))
    throw new InvalidArgumentError("It must be numbers from 1 to 20, with commas between them.");
  return [...new Set(parts.map(Number))].toSorted((a, b) => a - b);
}

export function parseSummarizer(value: string): string {
  if (value === "extractive" || /^faulty:[a-z-]+$/.test(value)) return value;
  throw new InvalidArgumentError("It must be extractive, or faulty: and the name of a fault.");
}

export function parsePoints(value: string): number {
  const points = Number(value);
  if (/^\d+(\.\d+)?$/.test(value) && points > 0 && points < 100) return points;
  throw new InvalidArgumentError("It must be a number of points above 0 and below 100.");
}

export function parseShard(value: string): { index: number; of: number } {
  const [index = 0, of = 0] = /^\d{1,3}\/\d{1,3}$/.test(value) ? value.split("/").map(Number) : [];
  if (index >= 1 && index <= of) return { index, of };
  throw new InvalidArgumentError("It must be a part of a whole, such as 2/5.");
}

export function parseRepeat(value: string): number {
  const repeat = Number(value);
  if (/^\d+$/.test(value) && repeat >= 1 && repeat <= 1000) return repeat;
  throw new InvalidArgumentError("It must be a whole number from 1 to 1000.");
}

export function parseAmount(value: string): number {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It must be an amount in US dollars, such as 2.50.");
}
