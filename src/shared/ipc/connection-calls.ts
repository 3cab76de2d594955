import { z } from 'zod'
import { addressTextMax } from '../address-text.ts'
import {
  connectionListSchema,
  connectionSchema,
  endpointChoiceSchema,
  firstPictureFieldSchema,
  testReportSchema,
} from '../connection.ts'
import { catalogueSchema } from '../model.ts'
import { modelFactsSchema } from '../model-facts.ts'
import { pictureDeliveryChoices } from '../picture-delivery.ts'
import { done, id, newId, nothing } from './call-parts.ts'

/** Calls about gateways and their models. */
export const connectionCalls = {
  'connections.list': { input: nothing, output: connectionListSchema },
  /**
   * Adds or changes a connection. `key` also stores the key; no call returns it. Moving a connection to another host
   * without a new key deletes the old key, so that it cannot be sent to a stranger. An unchanged address is stored as
   * it is.
   */
  'connections.save': {
    input: z.strictObject({
      id: newId,
      name: z.string().trim().min(1).max(80),
      baseUrl: z.string().max(addressTextMax),
      /**
       * Address at which a test of `baseUrl` found the gateway. Refuses with `address_invalid` if it cannot result from
       * `baseUrl`.
       */
      foundAt: z.string().max(addressTextMax).optional(),
      allowInsecure: z.boolean(),
      key: z.string().trim().min(1).max(2000).optional(),
      /** Endpoint for chats; absent keeps the current one. */
      endpoint: endpointChoiceSchema.optional(),
      /** How pictures arrive; absent keeps the current choice. */
      pictures: z.enum(pictureDeliveryChoices).optional(),
      /** Field for the first picture of a video; null turns it off, absent keeps the current one. */
      firstPicture: firstPictureFieldSchema.nullable().optional(),
    }),
    output: connectionSchema,
  },
  'connections.clearKey': { input: z.strictObject({ id }), output: connectionSchema },
  'connections.remove': { input: z.strictObject({ id }), output: done },
  'connections.setDefault': { input: z.strictObject({ id }), output: done },
  /** Sets the endpoint for chats, also for a connection that cannot be edited. Refuses with `not_found`. */
  'connections.setEndpoint': { input: z.strictObject({ id, endpoint: endpointChoiceSchema }), output: done },
  /** Sets how pictures arrive, also for a connection that cannot be edited. Refuses with `not_found`. */
  'connections.setPictures': { input: z.strictObject({ id, pictures: z.enum(pictureDeliveryChoices) }), output: done },
  /**
   * Sets the field for the first picture of a video, also for a connection that cannot be edited; null turns it off.
   * Refuses with `not_found`.
   */
  'connections.setFirstPicture': {
    input: z.strictObject({ id, firstPicture: firstPictureFieldSchema.nullable() }),
    output: done,
  },
  /**
   * Fetches the model list and saves nothing. An address without a version is tried as typed and with `/v1`, one with
   * `/v1` also without it. Without `key`, the stored key of `id` is used, and only for its own host.
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

  /** Returns the stored catalogue; `refresh` asks the gateway first. */
  'models.list': { input: z.strictObject({ connectionId: id, refresh: z.boolean() }), output: catalogueSchema },
  /**
   * Returns the known facts about a model, including its context window. `ask` asks the gateway first, once until the
   * app quits. A gateway without an answer is not an error.
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
