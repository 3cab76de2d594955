import { serveTasks } from '../../threads/thread-serving.ts'
import { readArguments } from './argument-check.ts'
import type { ArgumentTask } from './argument-messages.ts'

/** The thread that checks arguments. */
serveTasks(({ schema, text }: ArgumentTask) => readArguments(text, schema))
