import { tQuantile } from "./beta.ts";
import type { Interval } from "./interval.ts";

/** A value and the independent source it comes from: its document, template, customer or user. */
export interface Clustered {
  value: number;
  cluster: string;
}

/** An interval, and on how many independent sources it rests. */
export interface PopulationInterval extends Interval {
  clusters: number;
}

/**
 * What the mean says about cases that are not in the sample: SE² = G/(G-1) Σ_c(Σ_{i in c}(d_i - D))²/n² + 2/G², interval
 * D ± t_{G-1} SE. The first term is the cluster-robust variance of a mean (CR1; Miller 2024, appendix A), the second one
 * imaginary cluster each way. Needs at least two clusters.
 */
export function populationInterval(items: readonly Clustered[], level = 0.95): PopulationInterval {
  const n = items.length;
  const diff = items.reduce((sum, item) => sum + item.value, 0) / n;
  const sums = sumByCluster(items.map(({ value, cluster }) => ({ value: (value - diff) / n, cluster })));
  const clusters = sums.length;
  const se = Math.sqrt(clusterVariance(sums) + 2 / clusters ** 2);
  return { ...around(diff, se, tQuantile(0.5 + level / 2, clusters - 1)), clusters };
}

/**
 * The difference of two independent groups' means, B's less A's: the cluster-robust variance (CR1) of a regression on
 * the group, where a cluster with members in both groups counts once, and one imaginary cluster in each group:
 * SE² = G/(G-1) Σ_c u_c² + 1/G_A² + 1/G_B², u_c = Σ_{i in c, B}(y_i - mean_B)/n_B - Σ_{i in c, A}(y_i - mean_A)/n_A.
 * The t has the smaller group's degrees of freedom, which is on the safe side. Needs two clusters in each group.
 */
export function groupDifference(
  a: readonly Clustered[],
  b: readonly Clustered[],
  level = 0.95,
): PopulationInterval {
  const [one, two] = [centred(a), centred(b)];
  const sums = sumByCluster([...two.items, ...one.items.map((item) => ({ ...item, value: -item.value }))]);
  const stray = 1 / one.clusters ** 2 + 1 / two.clusters ** 2;
  const clusters = Math.min(one.clusters, two.clusters);
  const se = Math.sqrt(clusterVariance(sums) + stray);
  return { ...around(two.mean - one.mean, se, tQuantile(0.5 + level / 2, clusters - 1)), clusters };
}

function centred(items: readonly Clustered[]): { mean: number; items: Clustered[]; clusters: number } {
  const n = items.length;
  const mean = items.reduce((sum, item) => sum + item.value, 0) / n;
  return {
    mean,
    items: items.map(({ value, cluster }) => ({ value: (value - mean) / n, cluster })),
    clusters: new Set(items.map(({ cluster }) => cluster)).size,
  };
}

function sumByCluster(items: readonly Clustered[]): number[] {
  const sums = new Map<string, number>();
  for (const { value, cluster } of items) sums.set(cluster, (sums.get(cluster) ?? 0) + value);
  return [...sums.values()];
}

function clusterVariance(sums: readonly number[]): number {
  return (sums.length / (sums.length - 1)) * sums.reduce((total, sum) => total + sum ** 2, 0);
}

function around(diff: number, se: number, t: number): Interval {
  return { diff, se, lower: diff - t * se, upper: diff + t * se };
}
