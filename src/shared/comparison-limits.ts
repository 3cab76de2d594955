/** Most answers to one message side by side. */
export const columnsMax = 4
