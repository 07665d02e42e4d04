{{- define "atrium.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{/* The instances, and not the migration. */}}
{{- define "atrium.selector" -}}
app.kubernetes.io/name: atrium
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end }}

{{- define "atrium.labels" -}}
app.kubernetes.io/name: atrium
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* What an instance and the migration share. Settings stand in the pod: a change of one replaces the instances in turn. */}}
{{- define "atrium.pod" -}}
{{- if not .Values.filesClaim }}
{{- if ne (.Values.settings.FILE_STORE | default "disk") "s3" }}
{{- fail "FILE_STORE=disk needs filesClaim: without it, uploaded files end with their pod" }}
{{- end }}
{{- if and (or .Values.settings.BACKUP_AT .Values.settings.BACKUP_TARGET) (ne (.Values.settings.BACKUP_TARGET | default "folder") "s3") }}
{{- fail "BACKUP_TARGET=folder needs filesClaim: without it, backups end with their pod" }}
{{- end }}
{{- end -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: data
    {{- if .Values.filesClaim }}
    persistentVolumeClaim: { claimName: {{ .Values.filesClaim | quote }} }
    {{- else }}
    emptyDir: {}
    {{- end }}
  - name: tmp
    emptyDir: {}
  - name: secrets
    secret: { secretName: {{ .Values.secret.name | quote }}, defaultMode: 0440 }
{{- end }}

{{- define "atrium.container" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities: { drop: [ALL] }
env:
  - { name: APP_URL, value: {{ required "appUrl is the public address, such as https://clients.example.com" .Values.appUrl | quote }} }
  {{- if not .Values.settings.TRUST_PROXY }}
  - { name: TRUST_PROXY, value: '1' }
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
  {{- range .Values.secret.keys }}
  - { name: {{ . }}_FILE, value: /run/secrets/atrium/{{ . }} }
  {{- end }}
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  - { name: secrets, mountPath: /run/secrets/atrium, readOnly: true }
{{- end }}
