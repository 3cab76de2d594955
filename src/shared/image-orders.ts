/** Orders of the gallery. The largest pictures have the most pixels. */
export const imageOrders = ['newest', 'oldest', 'largest'] as const
export type ImageOrder = (typeof imageOrders)[number]
