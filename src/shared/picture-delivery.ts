/** Ways in which a gateway delivers pictures: values of `response_format`. */
export const pictureDeliveries = ['url', 'b64_json'] as const
export type PictureDelivery = (typeof pictureDeliveries)[number]

/** Choices for a connection; `auto` leaves it to the gateway. */
export const pictureDeliveryChoices = ['auto', ...pictureDeliveries] as const
export type PictureDeliveryChoice = (typeof pictureDeliveryChoices)[number]
