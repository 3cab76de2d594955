// The product's page has no schema library. Here it comes with the settings, and must not try whether code may be made
// from text: the policy reports that as an error.
import { config } from 'zod'

config({ jitless: true })
