/** Kinds of backup destinations. */
export const placeKinds = ['folder', 'webdav', 's3'] as const
/** Maximum number of backup destinations. */
export const placesMax = 20
export const placeNameMax = 100
/** Longest address, in UTF-16 units. */
export const placeAddressMax = 2000
/** Longest folder path, in UTF-16 units. */
export const placePathMax = 4000
/** Longest user name, key id or region, in UTF-16 units. */
export const placeUserMax = 300
/** Longest password or secret key, in UTF-16 units. */
export const placeSecretMax = 1000
/** Largest encrypted chunk of a backup, in bytes. */
export const packBytesMax = 32 * 1024 * 1024
