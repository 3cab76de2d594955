/** Efforts of thinking, from the least, as gateways call them. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high'] as const
export type Effort = (typeof efforts)[number]
