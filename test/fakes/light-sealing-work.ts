/**
 * Stands in for `src/main/services/backup/sealing-work.ts`: deriving hundreds of keys took two minutes of the unit tests.
 * `backup.spec.ts` holds the app to its own parameters.
 */
export const sealingWork = { cost: 2 ** 10, blockSize: 8, parallelization: 1 } as const
