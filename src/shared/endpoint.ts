/** The two ways in which a gateway answers a chat. */
export const endpoints = ['completions', 'responses'] as const
export type Endpoint = (typeof endpoints)[number]

/** Which of them a connection uses; `auto` asks the gateway once and remembers its answer. */
export const endpointChoices = [...endpoints, 'auto'] as const
export type EndpointChoice = (typeof endpointChoices)[number]
