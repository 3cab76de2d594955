import type { Endpoint } from './http/exchange.ts'
import { modelNotFound } from './http/gateway-error.ts'
import { sendJson } from './http/reply.ts'
import { modelCard, modelsOfGroup } from './models.ts'

/** Handles `GET /v1/models`: the models of the key's group. */
export const listModels: Endpoint = (exchange) =>
  sendJson(exchange, { object: 'list', data: modelsOfGroup(exchange.group).map(modelCard) })

/** Handles `GET /v1/models/{id}`. */
export const showModel: Endpoint = async (exchange, id) => {
  const model = modelsOfGroup(exchange.group).find((candidate) => candidate.id === id)
  if (!model) throw modelNotFound(id)
  await sendJson(exchange, modelCard(model))
}
