// One chunk: parts of the chat that the first render does not show.
export { FolderPicker } from './files/FolderPicker.tsx'
export { FolderDialogs } from './folders/FolderDialogs.tsx'
export { PassageViewer } from './knowledge/PassageViewer.tsx'
export { LookDialog } from './reading/LookDialog.tsx'
export { SaveDialog } from './saving/SaveDialog.tsx'
export { TextDocument } from './text/TextDocument.tsx'
