/** Most texts before which a completing model stops; the common gateways accept no more. */
export const stopsMax = 4
