/** Most stop sequences of a completion model; the common gateways accept no more. */
export const stopsMax = 4
