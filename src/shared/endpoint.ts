/** The two endpoints through which a gateway can answer a chat. */
export const endpoints = ['completions', 'responses'] as const
export type Endpoint = (typeof endpoints)[number]

/** The endpoint that a connection uses; `auto` asks the gateway once and remembers the result. */
export const endpointChoices = [...endpoints, 'auto'] as const
export type EndpointChoice = (typeof endpointChoices)[number]
