// Asks main for the data of the first render while the page's own scripts still load. Plain JavaScript, because only a
// classic script runs before them. platform/bridge/early-calls.ts takes the answers; every call only reads.
;(() => {
  const { bridge } = window
  // the quick window shows a part of this
  if (bridge === undefined || location.search !== '') return

  // in the order of need: main answers one after the other
  const newChat = { conversationId: null }
  const calls = [
    ['app.info', {}],
    ['settings.get', {}],
    ['connections.list', {}],
    ['folders.list', {}],
    ['chat.list', { query: '', offset: 0, limit: 100, folderId: null }],
    ['chat.draftPictures', newChat],
    ['files.draft', newChat],
    ['chat.draft', newChat],
    ['tools.waiting', {}],
    ['mcp.offers', {}],
    ['temporary.list', {}],
    ['images.draft', {}],
    ['images.jobs', { offset: 0, limit: 50 }],
    ['images.collections', {}],
    ['recordings.left', {}],
    ['transcription.draft', {}],
    ['transcription.jobs', { offset: 0, limit: 50 }],
    ['transcripts.list', { query: '', offset: 0, limit: 100 }],
    ['watch.get', {}],
    ['videos.draft', {}],
    ['prices.list', {}],
    ['spending.budget', {}],
    ['updates.get', {}],
    ['tools.list', {}],
    ['knowledge.list', {}],
    ['prompts.list', {}],
    ['assistants.list', {}],
    ['memories.list', {}],
    ['embeddings.state', {}],
  ]

  // after one of these an answer may be old; the page does not listen yet and would not learn of the change
  const changes = [
    ...['settings.changed', 'notices.changed', 'connections.changed', 'updates.changed', 'folders.changed'],
    ...['chat.message', 'chat.status', 'chat.conversation', 'chat.removed', 'chat.untitled', 'chat.rearranged'],
    ...['temporary.kept', 'chat.call', 'tools.changed', 'mcp.offersChanged', 'knowledge.changed'],
    ...['images.job', 'images.jobRemoved', 'images.changed', 'recordings.changed', 'watch.changed'],
    ...['transcription.job', 'transcription.jobRemoved', 'transcripts.changed', 'videos.job', 'videos.changed'],
    ...['prices.changed', 'spending.changed', 'prompts.changed', 'assistants.changed', 'memories.changed'],
    'embeddings.changed',
  ]

  const answers = new Map()
  const stops = []
  const end = () => {
    answers.clear()
    for (const stop of stops.splice(0)) stop()
  }
  for (const name of changes) stops.push(bridge.on(name, end))
  const keyOf = (name, input) => `${name} ${JSON.stringify(input)}`
  for (const [name, input] of calls) {
    const answer = bridge.call(name, input)
    // nobody may take it: then its failure is not reported as unhandled
    answer.catch(() => undefined)
    answers.set(keyOf(name, input), answer)
  }
  window.earlyCalls = Object.freeze({
    take(name, input) {
      const key = keyOf(name, input)
      const answer = answers.get(key) ?? null
      answers.delete(key)
      return answer
    },
    end,
  })
})()
