import { z } from 'zod'
import { gatewayRequestSchema, gatewayRequestSummarySchema } from '../gateway-request.ts'
import { done, id, nothing } from './call-parts.ts'

/** Calls about the last requests to gateways. */
export const requestCalls = {
  /** Returns the kept requests, newest first. */
  'requests.list': { input: nothing, output: z.array(gatewayRequestSummarySchema).readonly() },
  /** Returns one request with everything sent and received. Refuses with `not_found` if it is no longer kept. */
  'requests.get': { input: z.strictObject({ id }), output: gatewayRequestSchema },
  'requests.clear': { input: nothing, output: done },
  /** Returns whether requests are kept on disk, so that they survive a restart. */
  'requests.kept': { input: nothing, output: z.strictObject({ kept: z.boolean() }) },
  /** Keeps requests on disk from now on, including the current ones, or removes them from it. */
  'requests.keep': { input: z.strictObject({ kept: z.boolean() }), output: done },
} as const

export const requestEvents = {
  /** Fires when a request began, was answered, ended or was dropped. */
  'requests.changed': nothing,
} as const

export const requestContract = { calls: requestCalls, events: requestEvents }
