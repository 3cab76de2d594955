/** Thinking efforts under the gateways' names, lowest first. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high'] as const
export type Effort = (typeof efforts)[number]
