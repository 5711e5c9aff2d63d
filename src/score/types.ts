import type { WrittenAssertion } from "../schema/index.ts";
import type { AgentRun, Flag } from "./agent/types.ts";

/** One assertion of a case, as it is written. */
export type Assertion = WrittenAssertion;

/** What one assertion said of one subject. */
export interface AssertionResult {
  type: string;
  pass: boolean;
  /** What was found and where, or what was missing. */
  reason: string;
  /** Set when the grader itself broke or was refused: the trial is unmeasured, whatever `pass` says. */
  error?: true;
}

/** A yes or no with its reason, before it is tied to an assertion. */
export type Verdict = Omit<AssertionResult, "type">;

/** The text of one layer as it was sent. */
export interface LayerText {
  id: string;
  channel: string;
  text: string;
}

/** What assertions may ask of an assembly. */
export interface AssemblyFacts {
  /** The system channel. */
  text: string;
  layers: readonly LayerText[];
  /** Names of the tools that were offered. */
  tools: readonly string[];
}

/** What is graded. */
export interface Subject {
  /** The answer; the system text again where the case needs only the assembly. */
  output: string;
  assembly: AssemblyFacts;
  /** The user's message, for judges that compare question and answer. */
  input?: string;
  /** Where the case has tools: what the agent did, and what was wrong with it. */
  agent?: { run: AgentRun; flags: Flag[] };
}

/** A judging model; every `ChatModel` of src/model is one. */
export interface Judge {
  id: string;
  answer(request: {
    system: string;
    messages: { role: "user" | "assistant"; content: string }[];
    tools: [];
    parameters: Record<string, never>;
  }): Promise<{ kind: "answer"; text: string } | { kind: "unmeasured"; reason: string }>;
}

/** What grading needs from outside. */
export interface ScoreDeps {
  /** Called only where an assertion counts tokens. */
  countTokens(text: string): number | Promise<number>;
  /** Assertion types that the suite allows to run code or to call out. */
  allow?: readonly string[];
  /** Answers llm-rubric and its like; without one they are unmeasured. */
  judge?: Judge;
}
