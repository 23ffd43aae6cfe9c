# storecheck with the k6 that it is pinned to. Nothing is downloaded when it runs, and nothing calls home.
#   docker build --tag storecheck .
#   docker run --rm --volume "$PWD/reports:/work/reports" --env STORE_API_KEY_FREE storecheck check --base-url https://…/v1
# To pin the base images by digest, give them as build arguments: docs/ci.md.
ARG GO_IMAGE=golang:1.25-bookworm
ARG NODE_IMAGE=node:20-slim

FROM ${GO_IMAGE} AS k6
WORKDIR /k6
COPY load/k6/ ./
RUN CGO_ENABLED=0 GOWORK=off go build -mod=readonly -trimpath "-ldflags=-s -w" -o /out/k6 go.k6.io/k6/v2

FROM ${NODE_IMAGE} AS build
WORKDIR /storecheck
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY build.mjs tsconfig.json ./
COPY docs/animal-store-service.md docs/
COPY load/ load/
COPY src/ src/
COPY suites/ suites/
RUN node build.mjs

FROM ${NODE_IMAGE}
COPY --from=k6 /out/k6 /usr/local/bin/k6
COPY --from=build /storecheck/dist/ /opt/storecheck/
# /state holds what the keys have used of their day (hashes, no keys); it and the reports are written by whatever user runs this.
RUN chmod 755 /opt/storecheck/storecheck.cjs \
    && ln -s /opt/storecheck/storecheck.cjs /usr/local/bin/storecheck \
    && mkdir -p /work/reports /state \
    && chown 10001:10001 /work /work/reports \
    && chmod 1777 /state
ENV K6_BIN=/usr/local/bin/k6 XDG_STATE_HOME=/state
# By number, so that a cluster can tell that it is not root.
USER 10001:10001
WORKDIR /work
VOLUME ["/work/reports", "/state"]
ENTRYPOINT ["storecheck"]
CMD ["--help"]
