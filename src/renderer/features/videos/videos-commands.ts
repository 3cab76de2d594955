import { Cpu, Video } from 'lucide-react'
import { useModKey } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'
import { type Badge, type Command, jobBadge } from '../../platform/feature.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../platform/line-text.ts'
import { useModels } from '../../platform/models-store.ts'
import { useNavigation } from '../../platform/navigation.ts'
import { groupsShown, noFilter } from './filter.ts'
import { changeForm } from './form-draft.ts'
import { jobTable } from './job-table.ts'
import { setFilter } from './list-actions.ts'
import { closeVideo, focusPrompt, openStoryboards, showJob } from './panel-actions.ts'
import { submitVideos } from './submit.ts'
import { pickedModels, useVideoTarget } from './target.ts'
import { useVideos } from './videos-store.ts'

/** Returns the commands of the video panel for the palette. */
export function useVideosCommands(): readonly Command[] {
  const { t } = useTranslation()
  const mod = useModKey()
  const shown = useNavigation((state) => state.panel === 'videos')
  const { connection } = useVideoTarget()
  const catalogues = useModels((state) => state.catalogues)
  const action = (id: string, label: string, run: () => void, shortcut: string | null = null): Command => ({
    id: `videos.${id}`,
    group: 'actions',
    label,
    hint: '',
    icon: Video,
    shortcut,
    panel: 'videos',
    run,
  })
  const models = pickedModels(connection === null ? [] : (catalogues[connection.id]?.models ?? []))
  return [
    action('prompt', t('videos.commands.prompt'), focusPrompt),
    action('list', t('videos.commands.list'), () => {
      changeForm({ asList: true })
      focusPrompt()
    }),
    ...(shown
      ? [action('submit', t('videos.commands.submit'), () => void submitVideos(), `${mod}+${t('shortcuts.enter')}`)]
      : []),
    action('model', t('videos.commands.model'), () => useVideos.setState({ pickerOpen: true, formShown: true })),
    ...groupsShown.map((group) =>
      action(`show.${group}`, t('videos.commands.show', { group: t(`videos.group.${group}`) }), () => {
        closeVideo()
        setFilter({ ...noFilter, group })
      }),
    ),
    action('favourites', t('videos.commands.favourites'), () => {
      closeVideo()
      setFilter({ ...noFilter, favourite: true })
    }),
    action('storyboards', t('storyboards.title'), openStoryboards),
    ...models
      .filter((model) => model.kind === 'video')
      .map(
        (model): Command => ({
          id: `video-model.${model.id}`,
          group: 'models',
          label: model.id,
          hint: `${connection?.name ?? ''} · ${t('videos.panel')}`,
          icon: Cpu,
          shortcut: null,
          panel: 'videos',
          run: () => {
            changeForm({ connectionId: connection?.id ?? null, model: model.id })
            focusPrompt()
          },
        }),
      ),
  ]
}

/** Searches videos by prompt; each command opens one. */
export async function findVideos(query: string): Promise<readonly Command[]> {
  const before = jobTable.snapshot()
  const answer = await call('videos.list', { filter: { ...noFilter, query }, offset: 0, limit: 8 })
  if (!answer.ok) return []
  jobTable.read(answer.value.jobs, before)
  return answer.value.jobs.map((job) => ({
    id: `video.${job.id}`,
    group: 'videos',
    label: promptTitle(job.request.prompt, 80),
    hint: job.request.model,
    icon: Video,
    shortcut: null,
    run: () => showJob(job.id),
  }))
}

/** Returns the badge for the navigation rail: running videos, and those that need the user. */
export function useVideosBadge(): Badge | null {
  const { t } = useTranslation()
  const running = useVideos((state) => state.counts?.running ?? 0)
  const attention = useVideos((state) => state.counts?.attention ?? 0)
  return jobBadge(t, attention, running === 0 ? null : t('videos.running', { count: running }))
}
