import { z } from 'zod'
import { addressTextMax } from '../address-text.ts'
import { connectionListSchema, connectionSchema, endpointChoiceSchema, testReportSchema } from '../connection.ts'
import { catalogueSchema } from '../model.ts'
import { modelFactsSchema } from '../model-facts.ts'
import { pictureDeliveryChoices } from '../picture-delivery.ts'
import { done, id, newId, nothing } from './call-parts.ts'

/** Calls about gateways and their models. */
export const connectionCalls = {
  'connections.list': { input: nothing, output: connectionListSchema },
  /**
   * Adds or changes a connection. `key` also stores the key; no call returns it. Moving a connection to another host
   * without a new key forgets the old one, so that it cannot be sent to a stranger. An address that is saved already
   * stays as it is.
   */
  'connections.save': {
    input: z.strictObject({
      id: newId,
      name: z.string().trim().min(1).max(80),
      baseUrl: z.string().max(addressTextMax),
      /** Where a test of `baseUrl` found the gateway. Refused with `address_invalid` where it could not be found from there. */
      foundAt: z.string().max(addressTextMax).optional(),
      allowInsecure: z.boolean(),
      key: z.string().trim().min(1).max(2000).optional(),
      /** Endpoint for chats; absent leaves it as it is. */
      endpoint: endpointChoiceSchema.optional(),
      /** How pictures arrive; absent leaves it as it is. */
      pictures: z.enum(pictureDeliveryChoices).optional(),
    }),
    output: connectionSchema,
  },
  'connections.clearKey': { input: z.strictObject({ id }), output: connectionSchema },
  'connections.remove': { input: z.strictObject({ id }), output: done },
  'connections.setDefault': { input: z.strictObject({ id }), output: done },
  /** Chooses the endpoint for chats, also of a connection that cannot be edited. Refuses with `not_found`. */
  'connections.setEndpoint': { input: z.strictObject({ id, endpoint: endpointChoiceSchema }), output: done },
  /** Chooses how pictures arrive, also for a connection that cannot be edited. Refuses with `not_found`. */
  'connections.setPictures': { input: z.strictObject({ id, pictures: z.enum(pictureDeliveryChoices) }), output: done },
  /**
   * Fetches the model list and saves nothing. An address without a version is tried as typed and with `/v1`, one of `/v1`
   * also without. Without `key`, the stored key of `id` is used, and only for its own host.
   */
  'connections.test': {
    input: z.strictObject({
      id: id.optional(),
      baseUrl: z.string().max(addressTextMax),
      allowInsecure: z.boolean(),
      key: z.string().trim().min(1).max(2000).optional(),
    }),
    output: testReportSchema,
  },
  /** Starts the built-in demo gateway and connects to it. */
  'connections.tryDemo': { input: nothing, output: connectionSchema },

  /** The stored catalogue; `refresh` asks the gateway first. */
  'models.list': { input: z.strictObject({ connectionId: id, refresh: z.boolean() }), output: catalogueSchema },
  /**
   * What is known about a model, its window among it. `ask` asks the gateway first, once in a run; a gateway that says
   * nothing is no error.
   */
  'models.facts': {
    input: z.strictObject({ connectionId: id, model: z.string().min(1).max(300), ask: z.boolean() }),
    output: modelFactsSchema,
  },
} as const

export const connectionEvents = {
  'connections.changed': connectionListSchema,
  'models.changed': z.object({ connectionId: z.string(), catalogue: catalogueSchema }).readonly(),
} as const

export const connectionContract = { calls: connectionCalls, events: connectionEvents }
