import { assemble, type Assembly, type Combination } from "../../assemble/index.ts";
import { pendingRequest, transcriptText } from "../history/index.ts";
import type { Compaction, Layer } from "../../load/index.ts";
import type { Expectations, ExpectedLayer, HookCall, Trigger } from "../types.ts";
import { changedRules, type Conversation, textOfLayer } from "./conversation.ts";

/** Whose boundary it is. */
interface Whose {
  strategy: string;
  generation: number;
  trigger: Trigger;
  focus: string | null;
  directives: string | null;
  hooks: HookCall["event"][];
}

/**
 * What must hold at the boundary that comes now. Layers are built from the world's files as they are, by the assembler
 * alone: a session that loses one cannot say so of itself.
 */
export function expectationsOf(
  conversation: Conversation,
  compaction: Compaction,
  { directives, ...whose }: Whose,
  startsTurn: boolean,
): Expectations {
  const { combination, messages, notUsers, assembly } = conversation;
  const { stack, profile } = combination;
  const fresh = conversation.edited ? assembleNow(conversation) : assembly;
  // A layer that is lost was promised as one that is kept.
  const isLooked = ({ onCompact, read }: Layer) => onCompact === "reread" || (startsTurn && read === "turn");
  const looksAgain = (layer: Layer) => layer.channel === "system" && layer.tier.cached && isLooked(layer);
  const layers = compaction.exclude.map((id): ExpectedLayer => {
    const before = textOfLayer(assembly, id);
    const looked = isLooked(stack.layers.find((layer) => layer.id === id)!);
    return { id, before, text: looked ? textOfLayer(fresh, id) : before };
  });
  const { to = "none" } = compaction.directives ?? {};
  return {
    ...{ stack: stack.id, variant: stack.variant, profile: profile.id, ...whose },
    layers,
    order: orderOf(conversation, fresh),
    prefixKept: !conversation.edited || !stack.layers.some(looksAgain),
    transcript: transcriptText(messages),
    directives: directives === null ? null : { to, text: directives },
    rules: changedRules(conversation),
    pending: pendingRequest(messages, notUsers),
    notUsers: new Set(notUsers),
  };
}

/** Layers of the system channel that outlive a turn, in their order; new ones may come where something was edited. */
function orderOf({ combination, assembly }: Conversation, fresh: Assembly): string[] {
  const lasting = new Set(
    combination.stack.tiers.filter(({ promise }) => promise !== "turn").map(({ id }) => id),
  );
  const known = new Set(fresh.layers.map(({ id }) => id));
  const kept = assembly.layers.filter(
    ({ channel, tier, id }) => channel === "system" && lasting.has(tier) && known.has(id),
  );
  return kept.map(({ id }) => id);
}

function assembleNow({ combination, session }: Conversation): Assembly {
  const { world, values, reads } = session;
  return assemble({
    ...combination,
    scenario: {
      ...combination.scenario,
      world,
      values: { ...values } as Combination["scenario"]["values"],
      reads: [...reads],
    },
  });
}
