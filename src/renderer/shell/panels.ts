import { History, Image, MessageCircle, Mic, Settings, Video } from 'lucide-react'
import type { ComponentType } from 'react'
import { ChatPanel } from '../features/chat/ChatPanel.tsx'
import { findConversations, useChatCommands } from '../features/chat/chat-commands.ts'
import { HistoryPanel } from '../features/history/HistoryPanel.tsx'
import { findHistory, useHistoryCommands } from '../features/history/history-commands.ts'
import { ImagesPanel } from '../features/images/ImagesPanel.tsx'
import { useImagesBadge, useImagesCommands } from '../features/images/images-commands.ts'
import { SettingsPanel } from '../features/settings/SettingsPanel.tsx'
import { useSettingsCommands } from '../features/settings/settings-commands.ts'
import { TranscriptionPanel } from '../features/transcription/TranscriptionPanel.tsx'
import {
  findTranscriptCommands,
  useTranscriptionBadge,
  useTranscriptionCommands,
} from '../features/transcription/transcription-commands.ts'
import { VideosPanel } from '../features/videos/VideosPanel.tsx'
import { findVideoCommands, useVideosBadge, useVideosCommands } from '../features/videos/videos-commands.ts'
import type { Badge } from '../platform/badge.ts'
import type { Command } from '../platform/command.ts'
import type { PanelId } from '../platform/navigation.ts'

export interface Panel {
  readonly id: PanelId
  readonly icon: ComponentType<{ size?: number; strokeWidth?: number; 'aria-hidden'?: 'true' }>
  readonly place: 'top' | 'bottom'
  readonly Content: ComponentType
  /** What the panel adds to the command palette; a hook, so that it may read its stores. */
  readonly useCommands: () => readonly Command[]
  /** What the panel finds for a typed query, asked of main. */
  readonly find: ((query: string) => Promise<readonly Command[]>) | null
  /** The sign at the panel's button in the rail; null shows none. */
  readonly useBadge?: () => Badge | null
}

/** Every panel of the app: the rail, the shortcuts and the palette are made of this list. */
export const panels: readonly Panel[] = [
  {
    id: 'chat',
    icon: MessageCircle,
    place: 'top',
    Content: ChatPanel,
    useCommands: useChatCommands,
    find: findConversations,
  },
  {
    id: 'images',
    icon: Image,
    place: 'top',
    Content: ImagesPanel,
    useCommands: useImagesCommands,
    find: null,
    useBadge: useImagesBadge,
  },
  {
    id: 'transcription',
    icon: Mic,
    place: 'top',
    Content: TranscriptionPanel,
    useCommands: useTranscriptionCommands,
    find: findTranscriptCommands,
    useBadge: useTranscriptionBadge,
  },
  {
    id: 'videos',
    icon: Video,
    place: 'top',
    Content: VideosPanel,
    useCommands: useVideosCommands,
    find: findVideoCommands,
    useBadge: useVideosBadge,
  },
  {
    id: 'history',
    icon: History,
    place: 'top',
    Content: HistoryPanel,
    useCommands: useHistoryCommands,
    find: findHistory,
  },
  {
    id: 'settings',
    icon: Settings,
    place: 'bottom',
    Content: SettingsPanel,
    useCommands: useSettingsCommands,
    find: null,
  },
]

/** The panel that Ctrl/⌘ and a digit shows; undefined where there is none. */
export function panelOfDigit(digit: string): Panel | undefined {
  return panels.filter((panel) => panel.place === 'top').find((_, index) => digit === String(index + 1))
}

/** The digit of a panel's shortcut; null where it has none. */
export function digitOf(id: PanelId): string | null {
  const index = panels.filter((panel) => panel.place === 'top').findIndex((panel) => panel.id === id)
  return index < 0 ? null : String(index + 1)
}
