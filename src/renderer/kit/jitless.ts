// Without this zod tries whether it may compile code, which the page's policy refuses and reports.
import { config } from 'zod'

config({ jitless: true })
