import { z } from 'zod'
import { moneySchema } from './spending.ts'
import { searchAddressMax, searchProviders, searchResultsAtFirst, searchResultsMax } from './web-search-limits.ts'

const serviceSchema = z
  .object({
    /** Address of the service; empty for the usual one. */
    address: z.string().max(searchAddressMax),
    /** The price of one search; null if the user entered none. */
    price: moneySchema.nullable(),
  })
  .readonly()

export const searchSettingsSchema = z
  .object({
    /** The service that searches; null if the web is not searched. */
    provider: z.enum(searchProviders).nullable(),
    /** Maximum number of results of one search. */
    results: z.number().int().min(1).max(searchResultsMax),
    /** Entries for each service. */
    services: z.partialRecord(z.enum(searchProviders), serviceSchema).readonly(),
  })
  .readonly()
/** Settings of the web search. The keys are in the keychain. */
export type SearchSettings = z.infer<typeof searchSettingsSchema>

export const initialSearch: SearchSettings = { provider: null, results: searchResultsAtFirst, services: {} }

export const searchStateSchema = z
  .object({
    settings: searchSettingsSchema,
    /** The services whose key is stored for their present address. No call returns a key. */
    keys: z.array(z.enum(searchProviders)).readonly(),
    /** True if the web can be searched. */
    isReady: z.boolean(),
    /** True if the key is kept in memory only, because there is no keychain. */
    isKeyForRun: z.boolean(),
  })
  .readonly()
export type SearchState = z.infer<typeof searchStateSchema>

export const searchReportSchema = z
  .object({
    results: z.number().int(),
    /** Title of the first result; null without one. */
    first: z.string().nullable(),
  })
  .readonly()
/** Outcome of a test search. */
export type SearchReport = z.infer<typeof searchReportSchema>
