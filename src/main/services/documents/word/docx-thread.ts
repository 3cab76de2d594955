import { writeFile } from 'node:fs/promises'
import { serveTasks } from '../../../threads/thread-serving.ts'
import { docxDocument } from './docx-document.ts'
import type { DocxAnswer, DocxTask } from './docx-messages.ts'

/** The thread that writes Word documents. */
serveTasks(
  async ({ blocks, title, to }: DocxTask): Promise<DocxAnswer> => {
    await writeFile(to, await docxDocument(title, blocks), { flag: 'wx', mode: 0o600 })
    return { written: true }
  },
  () => [],
)
