# The image of POST-UP: one binary with its runtime dependencies, run by an unprivileged user.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG RUST_IMAGE=rust:1.95.0-bookworm
ARG RUNTIME_IMAGE=debian:12.12-slim

FROM ${NODE_IMAGE} AS screens
WORKDIR /src/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN --mount=type=secret,id=extra_ca,target=/run/secrets/extra_ca.pem \
    --mount=type=cache,target=/root/.npm \
    if [ -s /run/secrets/extra_ca.pem ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/extra_ca.pem; fi \
 && npm ci
COPY frontend/index.html frontend/vite.config.ts frontend/lingui.config.ts frontend/tsconfig.json ./
COPY frontend/scripts scripts
COPY frontend/public public
COPY frontend/src src
RUN npm run build

FROM ${RUST_IMAGE} AS build
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends build-essential pkg-config libssl-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY .cargo .cargo
COPY Cargo.toml Cargo.lock rust-toolchain.toml ./
COPY crates crates
COPY migrations migrations
COPY frontend/src/locales frontend/src/locales
COPY --from=screens /src/frontend/dist frontend/dist
# EXTRA_CA_FILE allows builds behind a proxy that inspects TLS.
RUN --mount=type=secret,id=extra_ca,target=/run/secrets/extra_ca.pem \
    --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    if [ -s /run/secrets/extra_ca.pem ]; then export CARGO_HTTP_CAINFO=/run/secrets/extra_ca.pem; fi \
 && cargo build --profile image --locked --package server --features jemalloc \
 && cp target/image/postup /usr/local/bin/postup

FROM ${RUNTIME_IMAGE}
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ca-certificates libssl3 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin postup
COPY --from=build /usr/local/bin/postup /usr/local/bin/postup
# The folder of backups; a volume mounted here belongs to the user.
RUN install --directory --owner=postup --group=postup --mode=0700 /var/lib/postup/backups
USER postup
ENV POSTUP_BIND=0.0.0.0:8080 POSTUP_BACKUP_DIR=/var/lib/postup/backups
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=5 \
    CMD ["postup", "health"]
ENTRYPOINT ["postup"]
CMD ["serve"]
