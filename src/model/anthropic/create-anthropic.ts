import type { Messages } from "@anthropic-ai/sdk/resources/messages";
import type { Stream } from "@anthropic-ai/sdk/streaming";
import type { Call, Wire } from "../wire-model.ts";
import type { ModelSettings } from "../settings.ts";
import { messageParams } from "./build-message.ts";
import { collectMessage } from "./collect-message.ts";
import { outcomeOfMessage, type ReadMessage } from "./read-message.ts";

/** Anthropic's Messages interface, through the vendor's SDK. */
export function anthropicWire(settings: ModelSettings): Wire {
  return {
    authorize: (key) => ({ authorization: `Bearer ${key}` }),
    async ask(request, call) {
      const client = await openAnthropic(call);
      const body: Messages.MessageCreateParamsStreaming = {
        ...messageParams(request, settings),
        stream: true,
      };
      // Not messages.create: that prints a warning on the console for models that are to be retired.
      const stream: Stream<Messages.RawMessageStreamEvent> = await client.post("/v1/messages", {
        ...{ body, stream: true },
        ...(call.signal === undefined ? {} : { signal: call.signal }),
      });
      return outcomeOfMessage(await collectMessage(stream));
    },
    read: (document) => outcomeOfMessage(document as ReadMessage),
  };
}

/** The SDK is loaded with the first call, and reads nothing of the environment. */
export async function openAnthropic({ key, baseUrl, fetch, timeout }: Omit<Call, "signal">) {
  const { Anthropic } = await import("@anthropic-ai/sdk");
  return new Anthropic({
    apiKey: key ?? "none",
    webhookKey: null,
    baseURL: baseUrl,
    // The scheduler owns retries.
    maxRetries: 0,
    logLevel: "off",
    openTelemetry: false,
    ...{ fetch, timeout },
  });
}
