import { fileGateway } from "~/features/text-messages/gateways/file-gateway.server";
import { createHttpGateway } from "~/features/text-messages/gateways/http-gateway.server";
import type { TextMessageGateway } from "~/features/text-messages/gateways/text-message-port";
import { env } from "~/lib/env.server";

/** Whether text messages leave this machine. */
export const hasTextGateway = (): boolean => env.SMS_GATEWAY_URL !== undefined;

/** The operator's gateway; without one, a folder of this machine. */
export const findTextGateway = (): TextMessageGateway =>
  env.SMS_GATEWAY_URL
    ? createHttpGateway({
        url: env.SMS_GATEWAY_URL,
        secret: env.SMS_GATEWAY_SECRET,
        from: env.SMS_FROM,
        innerHosts: env.SMS_GATEWAY_INNER_HOSTS,
      })
    : fileGateway;
