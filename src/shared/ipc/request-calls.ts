import { z } from 'zod'
import { gatewayRequestSchema, gatewayRequestSummarySchema } from '../gateway-request.ts'
import { done, id, nothing } from './call-parts.ts'

/** Calls about the last requests to gateways. */
export const requestCalls = {
  /** The kept requests, newest first. */
  'requests.list': { input: nothing, output: z.array(gatewayRequestSummarySchema).readonly() },
  /** One of them with all that was sent and came. Refuses with `not_found` when it is not kept any more. */
  'requests.get': { input: z.strictObject({ id }), output: gatewayRequestSchema },
  'requests.clear': { input: nothing, output: done },
  /** Whether requests are kept on the disk, so that they are there after a restart. */
  'requests.kept': { input: nothing, output: z.strictObject({ kept: z.boolean() }) },
  /** Keeps requests on the disk from now on, those at hand included, or removes them from it. */
  'requests.keep': { input: z.strictObject({ kept: z.boolean() }), output: done },
} as const

export const requestEvents = {
  /** A request began, was answered, ended or was dropped. */
  'requests.changed': nothing,
} as const

export const requestContract = { calls: requestCalls, events: requestEvents }
