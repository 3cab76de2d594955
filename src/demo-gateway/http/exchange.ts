import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FaultSet } from '../faults/fault-syntax.ts'
import { type DemoModel, type ModelKind, modelsOfGroup } from '../models.ts'
import type { OpenRecord } from '../request-log.ts'
import { GatewayError, invalidRequest, modelNotFound } from './gateway-error.ts'
import type { RequestBody } from './request-body.ts'

/** One request while it is being answered. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  /** Decoded, without query and without a fault prefix. */
  readonly path: string
  /** The group of the request's key. */
  readonly group: string
  /** The body without fault suffixes and `/fault` lines. */
  readonly body: RequestBody
  readonly faults: FaultSet
  readonly record: OpenRecord
  /** Aborts when the client disconnects or the gateway closes. */
  readonly signal: AbortSignal
  /** Current time in milliseconds. */
  readonly now: () => number
}

/** Answers a request. A thrown GatewayError becomes the answer. */
export type Endpoint = (exchange: Exchange, pathParameter: string) => Promise<void>

/** Returns the JSON body. Throws a 400 for any other body. */
export function jsonBody(exchange: Exchange): unknown {
  if (exchange.body.kind === 'json') return exchange.body.value
  throw invalidRequest('The request body must be JSON with Content-Type: application/json.')
}

/** Returns the form body. Throws a 400 for any other body. */
export function formBody(exchange: Exchange): FormData {
  if (exchange.body.kind === 'form') return exchange.body.form
  throw invalidRequest('The request body must be a form with Content-Type: multipart/form-data.')
}

/** Looks up a model. Throws a 404 when the key may not use it, and a 400 when its kind does not fit the endpoint. */
export function requireModel(exchange: Exchange, id: string, kind: ModelKind): DemoModel {
  const model = modelsOfGroup(exchange.group).find((candidate) => candidate.id === id)
  if (!model) throw modelNotFound(id)
  if (model.kind !== kind) {
    throw new GatewayError(400, 'invalid_request_error', `The model "${id}" cannot be used with this endpoint.`, {
      param: 'model',
    })
  }
  return model
}
