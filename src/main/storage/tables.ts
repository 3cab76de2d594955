import { assistantTable } from './assistants.ts'
import { catalogueTable } from './catalogues.ts'
import { folderFileTable, folderTable } from './chat-folders.ts'
import { connectionTable } from './connections.ts'
import { conversationTable } from './conversations.ts'
import { draftTable } from './drafts.ts'
import { historyTable, tagTable } from './history-items.ts'
import { draftReferenceTable, imageDraftTable } from './image-drafts.ts'
import { imageJobTable, imagePieceTable, imageReferenceTable } from './image-jobs.ts'
import { maskTable } from './image-masks.ts'
import { imageTable } from './images.ts'
import {
  imageCollectionItemTable,
  imageCollectionTable,
  videoCollectionItemTable,
  videoCollectionTable,
} from './item-collections.ts'
import { journalTable } from './journal.ts'
import { keptTable } from './kept-answers.ts'
import { knowledgeTable, sourceTable } from './knowledge-sources.ts'
import { processTable, serverTable } from './mcp-servers.ts'
import { mediaTable } from './media-items.ts'
import { memoryTable } from './memories.ts'
import { attachmentTable } from './message-attachments.ts'
import { deletionTable } from './message-deletions.ts'
import { fileTable } from './message-files.ts'
import { passageTable } from './message-passages.ts'
import { messageTable } from './messages.ts'
import { formatTable } from './model-formats.ts'
import { preferenceTable } from './preferences.ts'
import { priceTable } from './prices.ts'
import { promptTable } from './prompts.ts'
import { recipeRunTable, recipeStepTable, recipeTable } from './recipes.ts'
import { spendingTable } from './spending.ts'
import { storyboardEntryTable, storyboardTable } from './storyboards.ts'
import type { TableFacts } from './table.ts'
import { callMediaTable, callTable, roundTable } from './tool-calls.ts'
import { ruleTable } from './tool-rules.ts'
import { editTable } from './transcript-edits.ts'
import { notePartTable, noteTable } from './transcript-notes.ts'
import { segmentTable } from './transcript-segments.ts'
import { pieceTable, transcriptionTable, waveformTable } from './transcription-jobs.ts'
import { transcriptTable } from './transcripts.ts'
import { videoDraftPictureTable } from './video-draft-pictures.ts'
import { videoTable } from './video-jobs.ts'
import { watchedChargeTable, watchedFileTable, watchedFolderTable } from './watched-recordings.ts'
import { writerTable } from './writer.ts'

const all: readonly TableFacts[] = [
  ...[connectionTable, catalogueTable, formatTable, preferenceTable, mediaTable],
  ...[conversationTable, folderTable, folderFileTable, draftTable, messageTable, journalTable, deletionTable],
  ...[attachmentTable, fileTable, passageTable, roundTable, callTable, callMediaTable, ruleTable],
  ...[
    imageJobTable,
    imagePieceTable,
    imageTable,
    imageCollectionTable,
    imageCollectionItemTable,
    maskTable,
    imageDraftTable,
  ],
  ...[imageReferenceTable, draftReferenceTable],
  ...[transcriptionTable, pieceTable, waveformTable, transcriptTable, segmentTable, editTable],
  ...[noteTable, notePartTable],
  ...[watchedFolderTable, watchedFileTable, watchedChargeTable],
  ...[videoTable, keptTable, historyTable, tagTable, knowledgeTable, sourceTable, serverTable, processTable],
  ...[storyboardTable, storyboardEntryTable, videoDraftPictureTable, videoCollectionTable, videoCollectionItemTable],
  ...[priceTable, spendingTable, promptTable, assistantTable, memoryTable],
  ...[recipeTable, recipeRunTable, recipeStepTable, writerTable],
]

/** Every table of the newest schema that is not derived from others, by name. */
export const tables: ReadonlyMap<string, TableFacts> = new Map(all.map((table) => [table.name, table]))
