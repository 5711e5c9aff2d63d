import { afterAll } from "vitest";
import { takeNetworkAttempts } from "./no-network.ts";

afterAll(() => {
  const attempts = takeNetworkAttempts();
  if (attempts.length > 0) throw new Error(`these tests tried to reach the network: ${attempts.join(", ")}`);
});
