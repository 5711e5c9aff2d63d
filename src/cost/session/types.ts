/** How often the bytes of a part of the prompt change within a session. */
export type Changes = "never" | "sometimes" | "every-turn";

/** A part of what is sent before the conversation, in the order of the request. */
export interface Segment {
  /** A layer's id; null for the tools. */
  layer: string | null;
  tier: string | null;
  tokens: number;
  changes: Changes;
  /** Of its tokens, how many stay equal at its start when it changes. */
  keeps: number;
  /** A cached tier ends here, and so a mark of the request may stand. */
  endsTier: boolean;
}

/** A prompt as it is paid for. */
export interface PricedPrompt {
  segments: Segment[];
  /** Tokens around the last message of the user, which are not sent again. */
  around: number;
  /** Tokens at the start that another session shares. */
  acrossSessions: number;
}

/** How a session goes. */
export interface SessionShape {
  /** Requests. */
  turns: number;
  /** Tokens of each message of the user. */
  userTokens: number;
  /** Tokens of each answer. */
  answerTokens: number;
  /** Between two requests. */
  secondsBetweenTurns: number;
  /** How often what changes sometimes does so. */
  changes: number;
  /** Another session was there just before: what all sessions share is in the cache. */
  warm: boolean;
}

/** What is assumed unless somebody says otherwise. */
export const usualSession: SessionShape = {
  ...{ turns: 20, userTokens: 200, answerTokens: 400, secondsBetweenTurns: 30, changes: 1, warm: false },
};
