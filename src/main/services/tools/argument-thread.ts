import { parentPort } from 'node:worker_threads'
import { readArguments } from './argument-check.ts'
import type { ArgumentTask } from './argument-messages.ts'

/** The thread that checks arguments. It holds only its own memory, so that it can be ended at any moment. */
const port = parentPort
if (port === null) throw new Error('this is a thread')

port.on('message', ({ schema, text }: ArgumentTask) => port.postMessage(readArguments(text, schema)))
